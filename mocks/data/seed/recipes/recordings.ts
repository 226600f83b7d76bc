import { inEachCulture, inEnglish, type TranslatedText } from '../words/translations.ts'
import { scenes } from '../words/words.ts'
import { type AssetKind, emptyContent, sceneDetails } from './asset-kind.ts'

const styles: readonly TranslatedText[] = [
  'time-lapse | timelapse | Zeitraffer',
  'drone flight | dronevlucht | Drohnenflug',
  'short cut | korte versie | Kurzfassung',
  'slow motion | slow motion | Zeitlupe',
]

export const video: AssetKind = {
  media: 'video',
  type: 'Video',
  extensions: ['mp4', 'mp4', 'mov'],
  make({ stream }) {
    const { scene, moment, place } = sceneDetails(stream)
    const style = stream.pick(styles)
    const duration = stream.between(6, 420)
    const megabits = stream.pick([12, 25, 50, 110])

    return {
      ...emptyContent,
      title: `${inEnglish(scene.subject)} ${inEnglish(moment)}, ${inEnglish(style)} — ${inEnglish(place.name)}`,
      caption: inEachCulture((t) => `${t(scene.subject)} ${t(moment)} ${t(place.phrase)}, ${t(style)}.`),
      tags: scene.tags,
      size: Math.floor(duration * megabits * 125_000 * (0.9 + stream.next() / 5)),
      width: 3840,
      height: 2160,
      duration,
      technical: {
        codec: stream.pick(['h264', 'hevc', 'prores']),
        bit_rate: megabits * 1_000_000,
        color_space: 'bt709',
      },
    }
  },
}

export const audio: AssetKind = {
  media: 'audio',
  type: 'Audio',
  extensions: ['mp3', 'wav'],
  make({ stream }) {
    const scene = stream.pick(scenes)
    const duration = stream.between(20, 2400)

    return {
      ...emptyContent,
      title: `${inEnglish(scene.subject)} — ${inEnglish('ambient sound | omgevingsgeluid | Umgebungsgeräusche')}`,
      caption: inEachCulture(
        (t) => `${t('Ambient sound | Omgevingsgeluid | Umgebungsgeräusche')}: ${t(scene.subject)}.`,
      ),
      tags: scene.tags.slice(0, 2),
      size: duration * stream.between(24_000, 40_000),
      duration,
      technical: { sample_rate: 48_000, channels: 2, loudness_lufs: -stream.between(12, 20) },
    }
  },
}
