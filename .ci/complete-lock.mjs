/**
 * Adds to package-lock.json the platform packages (`@oxlint/binding-darwin-arm64`, ...) that npm left out.
 *
 * npm silently drops optional packages that the registry in use does not have, and a mirror often has only
 * those of its own platform. The lock file then works nowhere: `npm ci` refuses it. Run this after any
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

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []

for (const [path, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(path, name)) continue

    const { cpu, libc, os } = platformOf(name)
    lock.packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os }
    added.push(`${name}@${version}`)
  }
}

const paths = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, 'en'))
lock.packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added.length === 0 ? 'The lock file was complete.' : `Added to the lock file:\n${added.join('\n')}`,
)

/** Whether a package, seen from the one at `path`, is found in its own or an outer node_modules. */
function isLocked(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder ? `${folder}/` : ''}node_modules/${name}` in lock.packages) return true
    if (folder === '') return false
  }
}

/** The `os`, `cpu` and `libc` that a platform package states, read off its name. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!cpu)
    throw new Error(`${name} is missing from the lock file and names no platform: run npm install again.`)

  const abi = words.at(-1) ?? ''
  const libc = os === 'linux' && (abi.startsWith('musl') ? 'musl' : 'glibc')

  return { cpu: [cpu], libc: libc ? [libc] : undefined, os: os ? [os] : undefined }
}
