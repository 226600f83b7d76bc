import { clockTime, dayAfter, referenceDate, soonAfter, yearOf } from '../generator/random-dates.ts'
import { slug, inEachCulture, inEnglish } from '../words/translations.ts'
import { words } from '../words/word-lists.ts'
import { cityOf } from './partner.ts'
import type { Recipe } from './recipe.ts'

export const campaign: Recipe = {
  weight: 6,
  firstCount: 1,
  make({ index, faker: { helpers, number }, createdOn, parentCount, anyParent }) {
    const theme = helpers.arrayElement(words.themes)
    const year = yearOf(createdOn) + (theme.month > Number(createdOn.slice(5, 7)) ? 0 : 1)
    const startsOn = `${year}-${String(theme.month).padStart(2, '0')}-01T00:00:00.000Z`
    const endsOn = dayAfter(startsOn, number.int({ min: 30, max: 80, multipleOf: 5 }))
    const status = index % 17 === 16 ? 'cancelled' : statusBetween(startsOn, endsOn)
    const budget = number.int({ min: 20_000, max: 400_000, multipleOf: 2500 })
    const briefing = helpers.arrayElements(words.briefings, { min: 1, max: 3 })
    const someOf = (relation: string, min: number) =>
      helpers.arrayElements([...Array(parentCount(relation)).keys()], { min, max: 4 })

    return {
      properties: {
        Name: inEachCulture((t) => `${t(theme.name)} ${year}`),
        Code: `${year}-${slug(inEnglish(theme.name)).slice(0, 2).toUpperCase()}-${String(index + 1).padStart(3, '0')}`,
        Briefing: inEachCulture((t) => briefing.map(t).join(' ')),
        Status: status,
        Objectives: helpers.arrayElements(['awareness', 'launch', 'sales', 'loyalty'], { min: 1, max: 2 }),
        StartsOn: startsOn,
        EndsOn: endsOn,
        Budget: budget,
        Spent: Math.round(budget * spentShare[status] * number.float({ min: 0.85, max: 1.05 })),
        ImpressionGoal: number.int({ min: 100_000, max: 3_000_000, multipleOf: 50_000 }),
      },
      parents: {
        BrandToCampaign: [anyParent('BrandToCampaign')],
        MarketToCampaign: someOf('MarketToCampaign', 1),
        ChannelToCampaign: someOf('ChannelToCampaign', 2),
      },
    }
  },
}

type Status = 'planned' | 'running' | 'finished' | 'cancelled'

const spentShare: Record<Status, number> = { planned: 0, running: 0.45, finished: 0.95, cancelled: 0.1 }

function statusBetween(startsOn: string, endsOn: string): Status {
  if (startsOn > referenceDate) return 'planned'

  return endsOn > referenceDate ? 'running' : 'finished'
}

export const task: Recipe = {
  weight: 24,
  make({ index, faker: { helpers, number, datatype }, createdOn }) {
    const isDone = datatype.boolean(0.55)
    const steps = helpers.arrayElements(words.checks, { min: 2, max: 4 })

    return {
      properties: {
        Title: helpers.arrayElement(words.tasks),
        Priority: helpers.arrayElement(['low', 'normal', 'normal', 'normal', 'high']),
        IsDone: isDone,
        DueOn: dayAfter(createdOn, number.int({ min: 5, max: 45 })),
        DoneOn: isDone ? soonAfter(number.float(), createdOn, 40) : null,
        Hours: number.int({ min: 1, max: 32 }) / 4,
        Assignee: helpers.arrayElement(['editor', 'sanne', 'jonas']),
        Checklist: steps.map((label, step) => ({ label, done: isDone || (step === 0 && index % 2 === 0) })),
      },
    }
  },
}

/** Where a country is, so that an event is at least in its own. */
const areas = {
  nl: { latitude: { min: 51.4, max: 53.2 }, longitude: { min: 4.3, max: 6.8 } },
  de: { latitude: { min: 48, max: 54 }, longitude: { min: 7, max: 13 } },
}

export const event: Recipe = {
  weight: 5,
  make({ faker: { helpers, number, location }, fakers, createdOn }) {
    const { name, online, seats, hours } = helpers.arrayElement(words.events)
    const { name: city, country } = cityOf(fakers)
    const day = dayAfter(createdOn, number.int({ min: 20, max: 120 }))
    const start = number.int({ min: 9, max: 15 })
    const address = helpers.replaceSymbols(`${slug(inEnglish(name))}-###`)

    return {
      properties: {
        Name: inEachCulture((t) => (online ? t(name) : `${t(name)} in ${city}`)),
        StartsOn: clockTime(day, start),
        EndsOn: clockTime(day, start + hours),
        IsOnline: online,
        MeetingLink: online ? `https://meet.example.com/${address}` : null,
        Capacity: seats,
        City: online ? null : inEachCulture(() => city),
        Latitude: online ? null : location.latitude(areas[country].latitude),
        Longitude: online ? null : location.longitude(areas[country].longitude),
      },
    }
  },
}
