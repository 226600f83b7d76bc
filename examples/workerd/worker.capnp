using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # The folder that stores the objects: named on the command line.
    (name = "disk", disk = (writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-01-01",
  durableObjectNamespaces = [(className = "Sandbox", uniqueKey = "entity-sandbox", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
  bindings = [
    (name = "SANDBOXES", durableObjectNamespace = "Sandbox"),
    (name = "OPTIONS", json = embed "options.json"),
  ],
);
