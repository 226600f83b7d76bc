import type { LabelCase } from '../../model/health/labels.ts'
import { defaultUserName } from '../access/sign-ins.ts'
import type { SandboxSettings } from '../settings.ts'
import type { ValidationLevel } from '../validation.ts'
import type { ChangedSettings } from './runtime-state.ts'

type Settings = Pick<SandboxSettings, 'auth' | 'validate'>

const unchanged: ChangedSettings = { user: undefined, labelCase: 'documented', validation: undefined }

/** The settings that can be changed while a sandbox runs. */
export class RuntimeSettings {
  readonly #settings: Settings
  #changed = unchanged

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Name of the user for requests without credentials; null to reject such requests. */
  get actingUser(): string | null {
    return this.#changed.user === undefined ? this.#defaultUser : this.#changed.user
  }

  set actingUser(name: string | null) {
    this.#changed = { ...this.#changed, user: name === this.#defaultUser ? undefined : name }
  }

  /** The letter case of labels in status resources. */
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
    this.#changed = { ...this.#changed, validation: level === this.#settings.validate ? undefined : level }
  }

  get saved(): ChangedSettings {
    return this.#changed
  }

  restore(changed: ChangedSettings): void {
    this.#changed = changed
  }

  /** Restores the values of the sandbox's settings. */
  reset(): void {
    this.#changed = unchanged
  }

  /** Returns a function that restores the current state. */
  savepoint(): () => void {
    const changed = this.#changed

    return () => void (this.#changed = changed)
  }

  get #defaultUser(): string | null {
    return this.#settings.auth === 'required' ? null : defaultUserName
  }
}
