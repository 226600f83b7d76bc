import { cities, coasts, hills, type Place } from './places.ts'
import type { Translations } from './translations.ts'

/** What photographs and films show. */
export interface Scene {
  subject: Translations
  moments: readonly Translations[]
  places: readonly Place[]
  /** Short names of tags. */
  tags: readonly string[]
}

const outdoors = [
  'at dawn | bij zonsopgang | bei Sonnenaufgang',
  'at dusk | in de schemering | in der Abenddämmerung',
  'in the morning mist | in de ochtendmist | im Morgennebel',
  'in the rain | in de regen | im Regen',
  'after the storm | na de storm | nach dem Sturm',
  'on a winter day | op een winterdag | an einem Wintertag',
  'in early spring | in het vroege voorjaar | im Vorfrühling',
  'under a clear sky | onder een heldere hemel | unter klarem Himmel',
]

const indoors = [
  'in morning light | in ochtendlicht | im Morgenlicht',
  'by lamplight | bij lamplicht | bei Lampenlicht',
  'on a winter day | op een winterdag | an einem Wintertag',
  'in the late afternoon | in de late middag | am späten Nachmittag',
]

function scenes(
  moments: readonly Translations[],
  places: readonly Place[],
  rows: [Translations, ...string[]][],
): Scene[] {
  return rows.map(([subject, ...tags]) => ({ subject, moments, places, tags }))
}

export const allScenes: readonly Scene[] = [
  ...scenes(outdoors, cities, [
    ['Harbour | Haven | Hafen', 'city', 'water', 'harbour'],
    ['Market square | Marktplein | Marktplatz', 'city', 'people', 'market'],
    ['Old bridge | Oude brug | Alte Brücke', 'city', 'water', 'architecture'],
    ['Station square | Stationsplein | Bahnhofsplatz', 'city', 'architecture', 'travel'],
    ['Cyclists | Fietsers | Radfahrer', 'city', 'people', 'cycling'],
    ['Roof terrace | Dakterras | Dachterrasse', 'city', 'outdoor', 'food'],
    ['Brick gables | Bakstenen gevels | Backsteingiebel', 'city', 'architecture'],
    ['Flower stall | Bloemenkraam | Blumenstand', 'city', 'market', 'flowers'],
  ]),
  ...scenes(outdoors, coasts, [
    ['Dunes | Duinen | Dünen', 'nature', 'coast', 'outdoor'],
    ['Lighthouse | Vuurtoren | Leuchtturm', 'coast', 'architecture', 'travel'],
    ['Beach houses | Strandhuisjes | Strandhäuser', 'coast', 'summer', 'travel'],
    ['Fishing boats | Vissersboten | Fischerboote', 'coast', 'water', 'harbour'],
    ['Salt marsh | Kwelder | Salzwiese', 'nature', 'coast', 'water'],
  ]),
  ...scenes(outdoors, hills, [
    ['Beech wood | Beukenbos | Buchenwald', 'nature', 'forest', 'outdoor'],
    ['Vineyard | Wijngaard | Weinberg', 'nature', 'food', 'outdoor'],
    ['River bend | Rivierbocht | Flussschleife', 'nature', 'water'],
    ['Hikers | Wandelaars | Wanderer', 'nature', 'people', 'outdoor'],
    ['Orchard | Boomgaard | Obstgarten', 'nature', 'flowers', 'food'],
  ]),
  ...scenes(indoors, cities, [
    [
      'Potter at the wheel | Pottenbakker aan de draaischijf | Töpferin an der Drehscheibe',
      'people',
      'craft',
      'ceramics',
    ],
    [
      'Carpenter in the workshop | Timmerman in de werkplaats | Tischler in der Werkstatt',
      'people',
      'craft',
      'wood',
    ],
    ['Baker at the oven | Bakker bij de oven | Bäcker am Ofen', 'people', 'craft', 'food'],
    ['Reading corner | Leeshoek | Leseecke', 'interior', 'home', 'furniture'],
    ['Kitchen table | Keukentafel | Küchentisch', 'interior', 'home', 'food'],
    ['Studio desk | Bureau in de studio | Schreibtisch im Studio', 'interior', 'work', 'furniture'],
    ['Window seat | Vensterbank | Fensterplatz', 'interior', 'home'],
    ['Weaving loom | Weefgetouw | Webstuhl', 'craft', 'textile', 'interior'],
  ]),
]

export const viewpoints: readonly Translations[] = [
  'seen from a distance | van een afstand gezien | aus der Ferne gesehen',
  'seen from above | van bovenaf gezien | von oben gesehen',
  'seen from up close | van dichtbij gezien | aus der Nähe gesehen',
  'in soft, warm colours | in zachte, warme kleuren | in weichen, warmen Farben',
  'with strong shadows | met sterke schaduwen | mit starken Schatten',
]
