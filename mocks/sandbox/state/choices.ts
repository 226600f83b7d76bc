import type { LabelCase } from '../../model/health/labels.ts'
import { defaultUserName } from '../access/sign-ins.ts'
import type { SandboxSettings } from '../settings.ts'
import type { ValidationLevel } from '../validation.ts'
import type { Chosen } from './runtime-state.ts'

type Settings = Pick<SandboxSettings, 'auth' | 'validate'>

const nothing: Chosen = { user: undefined, labelCase: 'documented', validation: undefined }

/** What can be chosen of how a sandbox answers; the rest is as its settings say. */
export class Choices {
  readonly #settings: Settings
  #chosen = nothing

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Name of the user whom requests without credentials come from; null to refuse such requests. */
  get actingUser(): string | null {
    return this.#chosen.user === undefined ? this.#usualUser : this.#chosen.user
  }

  set actingUser(name: string | null) {
    this.#chosen = { ...this.#chosen, user: name === this.#usualUser ? undefined : name }
  }

  /** How status resources write colours. */
  get labelCase(): LabelCase {
    return this.#chosen.labelCase
  }

  set labelCase(labelCase: LabelCase) {
    this.#chosen = { ...this.#chosen, labelCase }
  }

  /** What becomes of what requests say wrongly or in vain. */
  get validation(): ValidationLevel {
    return this.#chosen.validation ?? this.#settings.validate
  }

  set validation(level: ValidationLevel) {
    const { validate } = this.#settings

    this.#chosen = { ...this.#chosen, validation: level === validate ? undefined : level }
  }

  get kept(): Chosen {
    return this.#chosen
  }

  resume(chosen: Chosen): void {
    this.#chosen = chosen
  }

  /** Everything is as the settings say again. */
  forget(): void {
    this.#chosen = nothing
  }

  /** Gives the function that puts back what is so now. */
  hold(): () => void {
    const chosen = this.#chosen

    return () => {
      this.#chosen = chosen
    }
  }

  get #usualUser(): string | null {
    return this.#settings.auth === 'required' ? null : defaultUserName
  }
}
