import type { Translations } from './translations.ts'

export interface Place {
  name: Translations
  /** With its preposition, as it follows what is there. */
  at: Translations
  country: string
  latitude: number
  longitude: number
}

function city(name: Translations, country: string, latitude: number, longitude: number): Place {
  const [english, dutch = english, german = english] = name.split(' | ')

  return { name, at: `in ${english} | in ${dutch} | in ${german}`, country, latitude, longitude }
}

function region(
  name: Translations,
  at: Translations,
  country: string,
  latitude: number,
  longitude: number,
): Place {
  return { name, at, country, latitude, longitude }
}

export const cities: readonly Place[] = [
  city('Rotterdam', 'NL', 51.9225, 4.4792),
  city('Antwerp | Antwerpen | Antwerpen', 'BE', 51.2194, 4.4025),
  city('Cologne | Keulen | Köln', 'DE', 50.9375, 6.9603),
  city('Utrecht', 'NL', 52.0907, 5.1214),
  city('Vienna | Wenen | Wien', 'AT', 48.2082, 16.3738),
  city('Copenhagen | Kopenhagen | Kopenhagen', 'DK', 55.6761, 12.5683),
  city('Ghent | Gent | Gent', 'BE', 51.0543, 3.7174),
  city('Hamburg', 'DE', 53.5511, 9.9937),
  city('Bremen', 'DE', 53.0793, 8.8017),
  city('Leiden', 'NL', 52.1601, 4.497),
  city('Basel | Bazel | Basel', 'CH', 47.5596, 7.5886),
  city('Gothenburg | Göteborg | Göteborg', 'SE', 57.7089, 11.9746),
  city('Bruges | Brugge | Brügge', 'BE', 51.2093, 3.2247),
  city('Aarhus', 'DK', 56.1629, 10.2039),
  city('Strasbourg | Straatsburg | Straßburg', 'FR', 48.5734, 7.7521),
  city('Maastricht', 'NL', 50.8514, 5.691),
]

export const coasts: readonly Place[] = [
  region('Texel', 'on Texel | op Texel | auf Texel', 'NL', 53.0548, 4.7977),
  region('Sylt', 'on Sylt | op Sylt | auf Sylt', 'DE', 54.907, 8.3104),
  region('Zeeland', 'in Zeeland', 'NL', 51.494, 3.8497),
  region('Skagen', 'near Skagen | bij Skagen | bei Skagen', 'DK', 57.7209, 10.5839),
  region('Rügen', 'on Rügen | op Rügen | auf Rügen', 'DE', 54.4176, 13.434),
]

export const hills: readonly Place[] = [
  region(
    'Ardennes | Ardennen | Ardennen',
    'in the Ardennes | in de Ardennen | in den Ardennen',
    'BE',
    50.25,
    5.6667,
  ),
  region(
    'Black Forest | Zwarte Woud | Schwarzwald',
    'in the Black Forest | in het Zwarte Woud | im Schwarzwald',
    'DE',
    48.0,
    8.2,
  ),
  region('Eifel', 'in the Eifel | in de Eifel | in der Eifel', 'DE', 50.3, 6.7),
  region('Tyrol | Tirol | Tirol', 'in Tyrol | in Tirol | in Tirol', 'AT', 47.2537, 11.6015),
  region(
    'Moselle valley | Moezeldal | Moseltal',
    'in the Moselle valley | in het Moezeldal | im Moseltal',
    'DE',
    49.9967,
    7.1,
  ),
]
