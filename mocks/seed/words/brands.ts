import type { Translations } from './translations.ts'

export const brands: readonly (readonly [name: string, tagline: Translations, colour: string])[] = [
  ['Fjordholm', 'Calm, for every day | Rust, voor elke dag | Ruhe für jeden Tag', '#2f5d62'],
  ['Kade & Zoon', 'Built on the waterfront | Gebouwd aan het water | Am Wasser gebaut', '#a44a3f'],
  ['Lichtwerk', 'Light, well made | Licht, goed gemaakt | Licht, gut gemacht', '#e0a526'],
  ['Oosterhout', 'Wood with a memory | Hout met een geheugen | Holz mit Gedächtnis', '#7a5c3e'],
  ['Morgen Studio', 'Start simple | Begin eenvoudig | Einfach anfangen', '#d98e73'],
  [
    'Alma Textiles',
    'Soft things, strong threads | Zachte dingen, sterke draden | Weiche Dinge, starke Fäden',
    '#8a9a5b',
  ],
  ['Nordkap', 'For long winters | Voor lange winters | Für lange Winter', '#3b4c7a'],
  ['Terra Tafel', 'Earth on the table | Aarde op tafel | Erde auf dem Tisch', '#b5651d'],
  ['Veld', 'Out of doors, at home | Buiten is thuis | Draußen zu Hause', '#4f7942'],
  ['Papier & Co', 'Keeps things in order | Houdt orde | Hält Ordnung', '#6b6f7b'],
  [
    'Hanze',
    'Trade goods, fairly made | Handelswaar, eerlijk gemaakt | Handelsware, fair gefertigt',
    '#1f3a5f',
  ],
  ['Zilt', 'A touch of the sea | Een vleugje zee | Ein Hauch von Meer', '#5aa9a3'],
]
