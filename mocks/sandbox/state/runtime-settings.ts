import type { LabelCase } from '../../model/health/labels.ts'
import { defaultUserName } from '../access/sign-ins.ts'
import type { SandboxSettings } from '../settings.ts'
import type { ValidationLevel } from '../validation.ts'
import type { ChangedSettings } from './runtime-state.ts'

type Settings = Pick<SandboxSettings, 'auth' | 'validate'>

const nothing: ChangedSettings = { user: undefined, labelCase: 'documented', validation: undefined }

/** The settings that can be changed while a sandbox runs; the rest is as it was made. */
export class RuntimeSettings {
  readonly #settings: Settings
  #changed = nothing

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Name of the user whom requests without credentials come from; null to reject such requests. */
  get actingUser(): string | null {
    return this.#changed.user === undefined ? this.#usualUser : this.#changed.user
  }

  set actingUser(name: string | null) {
    this.#changed = { ...this.#changed, user: name === this.#usualUser ? undefined : name }
  }

  /** How status resources write labels. */
  get labelCase(): LabelCase {
    return this.#changed.labelCase
  }

  set labelCase(labelCase: LabelCase) {
    this.#changed = { ...this.#changed, labelCase }
  }

  /** The treatment of invalid and ignored parts of requests. */
  get validation(): ValidationLevel {
    return this.#changed.validation ?? this.#settings.validate
  }

  set validation(level: ValidationLevel) {
    const { validate } = this.#settings

    this.#changed = { ...this.#changed, validation: level === validate ? undefined : level }
  }

  get saved(): ChangedSettings {
    return this.#changed
  }

  restore(changed: ChangedSettings): void {
    this.#changed = changed
  }

  /** Everything is as the settings say again. */
  forget(): void {
    this.#changed = nothing
  }

  /** Returns a function that restores the present state. */
  savepoint(): () => void {
    const changed = this.#changed

    return () => void (this.#changed = changed)
  }

  get #usualUser(): string | null {
    return this.#settings.auth === 'required' ? null : defaultUserName
  }
}
