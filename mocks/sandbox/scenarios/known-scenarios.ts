import { ApiError, NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'
import { builtInScenarios } from './built-in-scenarios.ts'
import type { DefinedScenario } from './defined-scenario.ts'
import type { Scenario } from './scenario.ts'

/** Maximum number of scenarios that are defined at run time. */
const maxDefined = 100

/** The available scenarios of a sandbox: built in, configured, and defined at run time. Immutable. */
export class KnownScenarios {
  readonly #predefined: ReadonlyMap<string, Scenario>
  readonly #defined: ReadonlyMap<string, DefinedScenario>

  /** @param configured scenarios besides the built-in ones, which they replace if they have the same name */
  static from(configured: readonly Scenario[]): KnownScenarios {
    return new KnownScenarios(new Map([...builtInScenarios, ...configured].map((each) => [each.name, each])))
  }

  private constructor(
    predefined: ReadonlyMap<string, Scenario>,
    defined: ReadonlyMap<string, DefinedScenario> = new Map(),
  ) {
    this.#predefined = predefined
    this.#defined = defined
  }

  /** A scenario that was defined at run time replaces another of its name. */
  list(): Scenario[] {
    return [...new Map<string, Scenario>([...this.#predefined, ...this.#defined]).values()]
  }

  /** The scenarios that were defined at run time, as plain data. */
  get defined(): readonly DefinedScenario[] {
    return [...this.#defined.values()]
  }

  /** @throws {NotFound} when the name is unknown */
  find(name: string): Scenario {
    const scenario = this.#defined.get(name) ?? this.#predefined.get(name)

    if (scenario) return scenario

    const names = this.list().map((each) => each.name)

    throw new NotFound(`There is no scenario "${name.slice(0, 100)}". ${availableNames(names)}`)
  }

  /** @throws {ApiError} 409 when there are too many */
  with(scenario: DefinedScenario): KnownScenarios {
    if (!this.#defined.has(scenario.name) && this.#defined.size >= maxDefined) {
      throw new ApiError(
        409,
        `There are ${maxDefined} defined scenarios already. Delete some: DELETE /__sandbox/scenarios/{name}.`,
      )
    }

    return this.withDefined([...this.defined.filter(({ name }) => name !== scenario.name), scenario])
  }

  /**
   * @throws {NotFound} when the name is unknown
   * @throws {ApiError} 409 for a scenario that was not defined at run time
   */
  without(name: string): KnownScenarios {
    this.find(name)
    if (!this.#defined.has(name)) {
      throw new ApiError(
        409,
        `The scenario "${name}" is built in or configured. Only scenarios defined at run time can be removed.`,
      )
    }

    return this.withDefined(this.defined.filter((each) => each.name !== name))
  }

  /** A copy with other scenarios defined at run time. */
  withDefined(defined: readonly DefinedScenario[]): KnownScenarios {
    return new KnownScenarios(this.#predefined, new Map(defined.map((each) => [each.name, each])))
  }
}
