import { faker as shared } from '@faker-js/faker/locale/en'
import type { Faker } from '@faker-js/faker'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'
import { referenceDate } from './dates.ts'

export type { Faker }

/** A faker that draws from the stream that was set last. */
export interface StreamFaker {
  drawFrom(stream: RandomStream): Faker
}

export function createStreamFaker(): StreamFaker {
  let current = createStream(0)
  const FakerClass = fakerClass()
  const faker = new FakerClass({
    locale: shared.rawDefinitions,
    randomizer: { next: () => current.next(), seed: () => {} },
  })
  faker.setDefaultRefDate(referenceDate)

  return {
    drawFrom(stream) {
      current = stream

      return faker
    },
  }
}

/**
 * The index of the package imports 70 locales, which takes 120 to 200 ms; its English entry takes 17. That entry exports
 * only an instance, which other code may also use; its class constructs a separate one.
 */
function fakerClass(): typeof Faker {
  const { constructor } = shared
  if (!isClassOf(constructor, shared))
    throw new Error('Failed to create a faker: @faker-js/faker/locale/en exports no instance of Faker.')

  return constructor
}

function isClassOf(candidate: unknown, instance: Faker): candidate is typeof Faker {
  return typeof candidate === 'function' && instance instanceof candidate
}
