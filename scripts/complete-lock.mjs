/**
 * Adds to the lock files the platform packages (`@oxlint/binding-darwin-arm64`, ...) that npm omitted.
 *
 * npm silently omits optional packages that the registry in use lacks, and a mirror often has only those of
 * its own platform. `npm ci` then rejects the lock file on every platform. Run this after any
 * `npm install` that changed the lock file: `npm run lock`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

for (const name of ['package-lock.json', 'site/package-lock.json']) complete(name)

function complete(name) {
  const file = new URL(`../${name}`, import.meta.url)
  const { packages, ...lock } = JSON.parse(readFileSync(file, 'utf8'))
  const added = []

  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [dependency, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, dependency)) continue

      const { cpu, libc, os } = platformOf(dependency)
      packages[`node_modules/${dependency}`] = { version, cpu, dev, libc, optional: true, os }
      added.push(`${dependency}@${version}`)
    }
  }

  const paths = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'))
  const sorted = Object.fromEntries(paths.map((path) => [path, packages[path]]))

  writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`)
  console.log(added.length === 0 ? `${name} was complete.` : `Added to ${name}:\n${added.join('\n')}`)
}

/** Whether the package at `path` finds a dependency in its own or an outer node_modules folder. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/** The `os`, `cpu` and `libc` of a platform package, derived from its name. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!cpu)
    throw new Error(
      `${name} is missing from the lock file, and its name contains no platform: run npm install again.`,
    )

  const abi = words.at(-1) ?? ''
  const libc = os === 'linux' && (abi.startsWith('musl') ? 'musl' : 'glibc')

  return { cpu: [cpu], libc: libc ? [libc] : undefined, os: os ? [os] : undefined }
}
