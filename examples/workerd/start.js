import { spawn } from 'node:child_process'
import workerd from 'workerd'

/** Starts the worker with a folder for its storage. workerd reports its port on the control pipe. */
export async function start(folder) {
  const options = ['--socket-addr', 'http=127.0.0.1:0', '--directory-path', `disk=${folder}`]
  const child = spawn(
    workerd.default,
    ['serve', 'worker.capnp', '--experimental', '--control-fd=3', ...options],
    { cwd: import.meta.dirname, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] },
  )
  let output = ''

  for await (const text of child.stdio[3]) {
    output += text
    if (output.includes('"socket":"http"')) break
  }

  const { port } = JSON.parse(output.split('\n').find((line) => line.includes('"socket":"http"')))

  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((done) => child.once('exit', done).kill()),
  }
}
