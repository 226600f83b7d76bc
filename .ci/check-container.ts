/**
 * `npm run container`: runs the instructions of the Dockerfile in clean folders, without a Docker daemon, then starts the
 * result, runs its health check, and checks that data survives a restart.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { root } from './command.ts'
import { stagesOf, wordsOf, type Instruction, type Stage } from './dockerfile.ts'

const scratch = mkdtempSync(join(tmpdir(), 'entity-sandbox-container-'))
const stages = stagesOf(readFileSync(resolve(root, 'Dockerfile'), 'utf8'))
const last = stages.at(-1)

if (!last) throw new Error('The Dockerfile has no stage.')

try {
  rejectRoot(last)
  for (const stage of stages) runStage(stage)
  await smokeTest(last)
  console.log('The container works.')
} finally {
  rmSync(scratch, { recursive: true })
}

/** Requires a `USER` other than root, and no `RUN` after it. */
function rejectRoot({ instructions }: Stage): void {
  const user = instructions.findLastIndex(({ name }) => name === 'USER')

  if (user === -1 || instructions[user]?.text === 'root') throw new Error('The container runs as root.')
  if (instructions.slice(user).some(({ name }) => name === 'RUN')) throw new Error('RUN comes after USER.')
}

function runStage({ name, instructions }: Stage): void {
  let folder = join(scratch, name)

  for (const instruction of instructions) {
    console.log(`${instruction.name} ${instruction.text}`)
    if (instruction.name === 'WORKDIR') folder = within(name, instruction.text)
    mkdirSync(folder, { recursive: true })
    if (instruction.name === 'COPY') copy(name, instruction, folder)
    if (instruction.name === 'RUN') run(name, instruction.text, folder)
  }
}

function copy(stage: string, { text }: Instruction, folder: string): void {
  const [from, target = ''] = text.replace(/^--from=\w+ /, '').split(' ')
  const source = /^--from=(\w+)/.exec(text)?.[1]

  if (source === undefined) {
    if (text !== '. .') throw new Error(`Only "COPY . ." copies files of the repository here: COPY ${text}`)

    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')

    for (const file of files.filter((each) => each !== '')) cpSync(join(root, file), join(folder, file))

    return
  }

  const pattern = within(source, from ?? '')
  const [before = '', after = ''] = basename(pattern).split('*')

  for (const name of readdirSync(dirname(pattern))) {
    if (!name.startsWith(before) || !name.endsWith(after)) continue
    cpSync(join(dirname(pattern), name), join(within(stage, target), name))
  }
}

/** Maps absolute paths into the scratch folder, so that nothing else on this machine is changed. */
function run(stage: string, text: string, folder: string): void {
  const line = text
    // The files in the scratch folder have a single owner.
    .replace(/ && chown \S+ \S+/, '')
    .replace(/ (\/[\w/-]*)/g, (_, path) => ` ${within(stage, path)}`)

  if (/[~$`]|\.\.|[^\s\w/-]\//.test(text))
    throw new Error(`The paths of this command can't be mapped: RUN ${text}`)

  execFileSync('sh', ['-c', line], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      HOME: within(stage, '/root'),
      npm_config_userconfig: npmConfig('userconfig'),
      npm_config_cache: npmConfig('cache'),
      npm_config_prefix: within(stage, '/usr'),
      npm_config_prefer_offline: 'true',
    },
  })
}

/** A setting of npm on this machine. */
function npmConfig(name: string): string {
  return execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
}

function within(stage: string, path: string): string {
  return join(scratch, stage, path)
}

async function smokeTest(stage: Stage): Promise<void> {
  const data = within(stage.name, '/data')
  const options = {
    cwd: data,
    env: { PATH: `${within(stage.name, '/usr/bin')}:${process.env['PATH']}`, PORT: '0' },
  }
  const [program = '', ...args] = [...wordsOf(stage, 'ENTRYPOINT'), ...wordsOf(stage, 'CMD')]
  const startContainer = async (): Promise<{ child: ChildProcess; url: string }> => {
    const words = args.map((word) => (word.startsWith('/') ? within(stage.name, word) : word))
    const child = spawn(program, [...words, '--json'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    const text = await new Promise<string>((done) =>
      child.stdout?.once('data', (bytes: Buffer) => done(bytes.toString())),
    )

    return { child, url: /"url":"([^"]+)"/.exec(text)?.[1] ?? '' }
  }
  const first = await startContainer()
  const [check = '', ...rest] = wordsOf(stage, 'HEALTHCHECK')

  execFileSync(check, rest, { env: { ...options.env, PORT: new URL(first.url).port } })
  await fetch(`${first.url}/api/entities/1000`, { method: 'DELETE' })
  await stop(first.child)

  const again = await startContainer()
  const { status } = await fetch(`${again.url}/api/entities/1000`)

  await stop(again.child)
  if (status !== 404) throw new Error(`The deleted entity returns ${status} after a restart, not 404.`)
}

async function stop(child: ChildProcess): Promise<void> {
  const exitCode = new Promise((done) => child.once('exit', done))

  child.kill('SIGTERM')
  if ((await exitCode) !== 0) throw new Error('On SIGTERM, the container does not exit with 0.')
}
