import type { LabelCase } from '../../data/model/health/labels.ts'
import { defaultUserName } from '../access/sign-ins.ts'
import type { SandboxSettings } from '../settings.ts'
import type { ValidationLevel } from '../validation.ts'
import type { ChangedSettings } from './runtime-state.ts'

type Settings = Pick<SandboxSettings, 'auth' | 'validate'>

const unchanged: ChangedSettings = { user: undefined, labelCase: 'documented', validation: undefined }

/** The settings that can be changed while a sandbox runs. */
export class RuntimeSettings {
  readonly #settings: Settings
  /** What was changed. */
  state = unchanged

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** Name of the user for requests without credentials; null to reject such requests. */
  get actingUser(): string | null {
    return this.state.user === undefined ? this.#defaultUser : this.state.user
  }

  set actingUser(name: string | null) {
    this.state = { ...this.state, user: name === this.#defaultUser ? undefined : name }
  }

  /** The letter case of labels in status resources. */
  get labelCase(): LabelCase {
    return this.state.labelCase
  }

  set labelCase(labelCase: LabelCase) {
    this.state = { ...this.state, labelCase }
  }

  /** The treatment of invalid and ignored parts of requests. */
  get validation(): ValidationLevel {
    return this.state.validation ?? this.#settings.validate
  }

  set validation(level: ValidationLevel) {
    this.state = { ...this.state, validation: level === this.#settings.validate ? undefined : level }
  }

  /** Restores the values of the sandbox's settings. */
  reset(): void {
    this.state = unchanged
  }

  get #defaultUser(): string | null {
    return this.#settings.auth === 'required' ? null : defaultUserName
  }
}
