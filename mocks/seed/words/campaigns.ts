import type { Translations } from './translations.ts'

export interface Theme {
  name: Translations
  code: string
  /** Month in which it begins, from 1, and how long it lasts in days. */
  month: number
  days: number
  objectives: readonly string[]
}

export const themes: readonly Theme[] = [
  theme('SP', 3, 60, 'Spring at home | Voorjaar thuis | Frühling zu Hause', 'launch', 'sales'),
  theme('GA', 4, 75, 'Out in the garden | De tuin in | Raus in den Garten', 'sales'),
  theme('SU', 6, 80, 'Long evenings | Lange avonden | Lange Abende', 'awareness'),
  theme('WO', 8, 45, 'Back to the desk | Terug aan het bureau | Zurück an den Schreibtisch', 'sales'),
  theme(
    'LI',
    10,
    60,
    'Light for dark days | Licht voor donkere dagen | Licht für dunkle Tage',
    'launch',
    'awareness',
  ),
  theme(
    'HO',
    11,
    45,
    'Home for the holidays | Thuis voor de feestdagen | Zuhause zum Fest',
    'sales',
    'loyalty',
  ),
  theme('CR', 9, 40, 'Made by hand | Met de hand gemaakt | Von Hand gemacht', 'awareness'),
  theme(
    'RE',
    1,
    30,
    'Repair, not replace | Repareren in plaats van vervangen | Reparieren statt ersetzen',
    'loyalty',
    'awareness',
  ),
]

function theme(
  code: string,
  month: number,
  days: number,
  name: Translations,
  ...objectives: string[]
): Theme {
  return { code, month, days, name, objectives }
}

export const briefings: readonly Translations[] = [
  'Show the products in real homes, with real people. | Toon de producten in echte huizen, met echte mensen. | Die Produkte in echten Wohnungen mit echten Menschen zeigen.',
  'Lead with one strong picture per market. | Kies per markt één sterk beeld. | Pro Markt ein starkes Bild in den Mittelpunkt stellen.',
  'Keep the texts short and the prices out of the pictures. | Houd de teksten kort en de prijzen buiten beeld. | Texte kurz halten, Preise nicht ins Bild setzen.',
  'The shops start a week before the website. | De winkels beginnen een week eerder dan de website. | Die Läden starten eine Woche vor der Website.',
]

export const tasks: readonly string[] = [
  'Pick the key visual',
  'Retouch the packshots',
  'Translate the captions into German',
  'Translate the captions into Dutch',
  'Clear the picture rights',
  'Write the newsletter',
  'Check the prices with sales',
  'Book the advertising space',
  'Cut the film to 15 seconds',
  'Prepare the press kit',
  'Brief the photographer',
  'Get sign-off from legal',
]

export const checks: readonly string[] = [
  'Files collected',
  'Texts proofread',
  'Rights checked',
  'Approved by brand',
  'Sent to the markets',
]

export const events: readonly { name: Translations; online: boolean; seats: number; hours: number }[] = [
  { name: 'Open studio | Open atelier | Offenes Atelier', online: false, seats: 40, hours: 6 },
  { name: 'Press day | Persdag | Pressetag', online: false, seats: 60, hours: 8 },
  { name: 'Trade fair | Vakbeurs | Fachmesse', online: false, seats: 800, hours: 9 },
  { name: 'Repair workshop | Reparatieworkshop | Reparaturwerkstatt', online: false, seats: 16, hours: 3 },
  {
    name: 'Webinar on lighting | Webinar over verlichting | Webinar zu Beleuchtung',
    online: true,
    seats: 500,
    hours: 1,
  },
  {
    name: 'Online product tour | Online productrondleiding | Online-Produkttour',
    online: true,
    seats: 250,
    hours: 1,
  },
]
