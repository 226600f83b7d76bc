/**
 * Shows in a page that it talks to a sandbox, and opens the console in a frame: adds `<entity-sandbox-panel>`, unless the
 * page has one. Does nothing on a server, in a simulated page (jsdom), and in production builds.
 */
if ('document' in globalThis && 'EventSource' in globalThis)
  void import('./sandbox-panel.ts').then(({ showPanel }) => showPanel())
