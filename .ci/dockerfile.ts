import { z } from 'zod'

/** An instruction of a Dockerfile: `RUN npm ci`. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** A stage, from its `FROM` to the next. */
export interface Stage {
  readonly name: string
  readonly instructions: readonly Instruction[]
}

/** The stages of a Dockerfile that has one instruction in each line. */
export function stagesOf(dockerfile: string): Stage[] {
  const stages: { name: string; instructions: Instruction[] }[] = []

  for (const line of dockerfile.split('\n')) {
    const [, name = '', text = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []

    if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(text)?.[1] ?? 'last', instructions: [] })
    else if (name !== '') stages.at(-1)?.instructions.push({ name, text })
  }

  return stages
}

/** The words of `ENTRYPOINT`, `CMD` or `HEALTHCHECK ... CMD` in a stage: the last such instruction counts. */
export function wordsOf({ instructions }: Stage, name: string): string[] {
  const text = instructions.findLast((each) => each.name === name)?.text ?? '[]'

  return z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf('['))))
}
