import { faker as german } from '@faker-js/faker/locale/de'
import { faker as english } from '@faker-js/faker/locale/en'
import { faker as dutch } from '@faker-js/faker/locale/nl'
import type { Faker } from '@faker-js/faker'
import { createStream, type RandomStream } from '../../model/shared/random.ts'
import { referenceDate } from './random-dates.ts'

export type { Faker }

/** A faker for each language of the built-in domain. All draw from one stream, the one that was set last. */
export interface Fakers {
  readonly en: Faker
  readonly nl: Faker
  readonly de: Faker
  /** Sets the stream. Making a faker takes a hundred times as long. */
  drawFrom(stream: RandomStream): Fakers
}

export function createFakers(): Fakers {
  let current = createStream(0)
  const FakerClass = fakerClass()
  const fakerLike = ({ rawDefinitions: locale }: Faker): Faker => {
    const faker = new FakerClass({
      locale,
      randomizer: { next: () => current.next(), seed: () => {} },
    })
    faker.setDefaultRefDate(referenceDate)

    return faker
  }
  const fakers: Fakers = {
    en: fakerLike(english),
    nl: fakerLike(dutch),
    de: fakerLike(german),
    drawFrom(stream) {
      current = stream

      return fakers
    },
  }

  return fakers
}

/**
 * The index of the package imports 70 locales, which takes 120 to 200 ms; these three entries take 25. They export only
 * instances, which other code may also use; their class constructs separate ones.
 */
function fakerClass(): typeof Faker {
  const { constructor } = english
  if (!isClassOf(constructor, english))
    throw new Error('Failed to create a faker: @faker-js/faker/locale/en exports no instance of Faker.')

  return constructor
}

function isClassOf(candidate: unknown, instance: Faker): candidate is typeof Faker {
  return typeof candidate === 'function' && instance instanceof candidate
}
