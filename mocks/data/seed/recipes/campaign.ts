import { clockTime, dayAfter, referenceDate, soonAfter, yearOf } from '../generator/dates.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import { slug } from '../values/spelling.ts'
import { inEachCulture, inEnglish } from '../words/translations.ts'
import { campaigns, places } from '../words/words.ts'
import type { Recipe } from './recipe.ts'

export const campaign: Recipe = {
  weight: 6,
  firstCount: 1,
  make({ index, stream, createdOn, parentCount }) {
    const theme = stream.pick(campaigns.themes)
    const year = yearOf(createdOn) + (theme.month > Number(createdOn.slice(5, 7)) ? 0 : 1)
    const startsOn = `${year}-${String(theme.month).padStart(2, '0')}-01T00:00:00.000Z`
    const endsOn = dayAfter(startsOn, theme.days)
    const status = index % 17 === 16 ? 'cancelled' : statusBetween(startsOn, endsOn)
    const budget = stream.between(8, 160) * 2500

    return {
      properties: {
        Name: inEachCulture((t) => `${t(theme.name)} ${year}`),
        Code: `${year}-${theme.code}-${String(index + 1).padStart(3, '0')}`,
        Briefing: briefingFrom(stream),
        Status: status,
        Objectives: [...theme.objectives],
        StartsOn: startsOn,
        EndsOn: endsOn,
        Budget: budget,
        Spent: Math.round(budget * spentShare[status] * (0.85 + stream.next() / 5)),
        ImpressionGoal: stream.between(2, 60) * 50_000,
      },
      parents: {
        BrandToCampaign: [stream.int(parentCount('BrandToCampaign'))],
        MarketToCampaign: stream.sample(range(parentCount('MarketToCampaign')), stream.between(1, 4)),
        ChannelToCampaign: stream.sample(range(parentCount('ChannelToCampaign')), stream.between(2, 4)),
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

function briefingFrom(stream: RandomStream): Record<string, string> {
  const sentences = stream.sample(campaigns.briefings, stream.between(1, 3))

  return inEachCulture((t) => sentences.map(t).join(' '))
}

function range(end: number): number[] {
  return Array.from({ length: end }, (_, index) => index)
}

export const task: Recipe = {
  weight: 24,
  make({ index, stream, createdOn }) {
    const isDone = stream.chance(0.55)
    const steps = stream.sample(campaigns.checks, stream.between(2, 4))

    return {
      properties: {
        Title: stream.pick(campaigns.tasks),
        Priority: stream.pick(['low', 'normal', 'normal', 'normal', 'high']),
        IsDone: isDone,
        DueOn: dayAfter(createdOn, stream.between(5, 45)),
        DoneOn: isDone ? soonAfter(stream, createdOn, 40) : null,
        Hours: stream.between(1, 32) / 4,
        Assignee: stream.pick(['editor', 'sanne', 'jonas']),
        Checklist: steps.map((label, step) => ({ label, done: isDone || (step === 0 && index % 2 === 0) })),
      },
    }
  },
}

export const event: Recipe = {
  weight: 5,
  make({ stream, createdOn }) {
    const kind = stream.pick(campaigns.events)
    const place = stream.pick(places.cities)
    const day = dayAfter(createdOn, stream.between(20, 120))
    const start = stream.between(9, 15)
    const name = inEnglish(kind.name)

    return {
      properties: {
        Name: inEachCulture((t) => (kind.online ? t(kind.name) : `${t(kind.name)} ${t(place.phrase)}`)),
        StartsOn: clockTime(day, start),
        EndsOn: clockTime(day, start + kind.hours),
        IsOnline: kind.online,
        MeetingLink: kind.online
          ? `https://meet.example.com/${slug(name)}-${stream.between(100, 999)}`
          : null,
        Capacity: kind.seats,
        City: kind.online ? null : inEachCulture((t) => t(place.name)),
        Latitude: kind.online ? null : place.latitude,
        Longitude: kind.online ? null : place.longitude,
      },
    }
  },
}
