import { faker as shared } from '@faker-js/faker/locale/en'
import type { Faker } from '@faker-js/faker'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'
import { referenceDate } from './dates.ts'

export type { Faker }

/** A faker that draws from whichever stream was set last. */
export interface StreamFaker {
  follow(stream: RandomStream): Faker
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
    follow(stream) {
      current = stream

      return faker
    },
  }
}

/**
 * The package's index brings 70 locales and takes 120 to 200 ms to import, its English entry 17. The entry exports an
 * instance only, which other code may share; the instance's class makes one of our own.
 */
function fakerClass(): typeof Faker {
  const { constructor } = shared
  if (!isClassOf(constructor, shared))
    throw new Error('Failed to make a faker: its English entry has changed.')

  return constructor
}

function isClassOf(candidate: unknown, instance: Faker): candidate is typeof Faker {
  return typeof candidate === 'function' && instance instanceof candidate
}
