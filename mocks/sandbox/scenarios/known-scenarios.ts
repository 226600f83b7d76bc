import { ApiError, NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'
import { builtInScenarios } from './built-in-scenarios.ts'
import type { DefinedScenario } from './defined-scenario.ts'
import type { Scenario } from './scenario.ts'

/** Of those that are defined while the sandbox runs. */
const maxDefined = 100

/** The scenarios that a sandbox can be put in. It never changes. */
export class KnownScenarios {
  readonly #given: ReadonlyMap<string, Scenario>
  readonly #defined: ReadonlyMap<string, DefinedScenario>

  /** @param own scenarios besides the built-in ones; one of the same name replaces it */
  static given(own: readonly Scenario[]): KnownScenarios {
    return new KnownScenarios(new Map([...builtInScenarios, ...own].map((each) => [each.name, each])))
  }

  private constructor(
    given: ReadonlyMap<string, Scenario>,
    defined: ReadonlyMap<string, DefinedScenario> = new Map(),
  ) {
    this.#given = given
    this.#defined = defined
  }

  /** A scenario that was defined at run time replaces a given one of its name. */
  list(): Scenario[] {
    return [...new Map<string, Scenario>([...this.#given, ...this.#defined]).values()]
  }

  /** The scenarios that were defined at run time, as plain data. */
  get defined(): readonly DefinedScenario[] {
    return [...this.#defined.values()]
  }

  /** @throws {NotFound} when there is none of this name */
  find(name: string): Scenario {
    const scenario = this.#defined.get(name) ?? this.#given.get(name)

    if (scenario) return scenario

    const names = this.list().map((each) => each.name)

    throw new NotFound(`There is no scenario "${name.slice(0, 100)}". ${availableNames(names)}`)
  }

  /** @throws {ApiError} 409 when there are as many as a sandbox takes */
  with(scenario: DefinedScenario): KnownScenarios {
    if (!this.#defined.has(scenario.name) && this.#defined.size >= maxDefined) {
      throw new ApiError(
        409,
        `There are ${maxDefined} scenarios of your own already. Delete some: DELETE /__sandbox/scenarios/{name}.`,
      )
    }

    return this.withDefined([...this.defined.filter(({ name }) => name !== scenario.name), scenario])
  }

  /** @throws {ApiError} 409 for one that was given */
  without(name: string): KnownScenarios {
    if (!this.#defined.has(name)) {
      throw new ApiError(
        409,
        `The scenario "${name}" is built in or configured. Only scenarios defined at run time can be removed.`,
      )
    }

    return this.withDefined(this.defined.filter((each) => each.name !== name))
  }

  /** The given ones, with others defined besides them. */
  withDefined(defined: readonly DefinedScenario[]): KnownScenarios {
    return new KnownScenarios(this.#given, new Map(defined.map((each) => [each.name, each])))
  }
}
