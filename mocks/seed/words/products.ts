import type { Translations } from './translations.ts'

/** A kind of product: its article code, what it is called, its category's code, price in euros and size in cm. */
export interface ProductKind {
  code: string
  name: Translations
  category: string
  price: readonly [from: number, to: number]
  size: readonly [width: number, height: number, depth: number]
  materials: readonly string[]
}

function kind(
  [code, category, name]: [code: string, category: string, name: Translations],
  price: [number, number],
  size: [number, number, number],
  ...materials: string[]
): ProductKind {
  return { code, name, category, price, size, materials }
}

export const productKinds: readonly ProductKind[] = [
  kind(
    ['LMP', 'C0101', 'table lamp | tafellamp | Tischleuchte'],
    [49, 189],
    [28, 46, 28],
    'steel',
    'glass',
    'aluminium',
  ),
  kind(
    ['PND', 'C0102', 'pendant lamp | hanglamp | Pendelleuchte'],
    [79, 329],
    [42, 30, 42],
    'aluminium',
    'glass',
  ),
  kind(['FLR', 'C0103', 'floor lamp | vloerlamp | Stehleuchte'], [119, 399], [36, 150, 36], 'steel', 'oak'),
  kind(
    ['CHR', 'C0201', 'dining chair | eetkamerstoel | Esszimmerstuhl'],
    [89, 349],
    [48, 80, 52],
    'oak',
    'leather',
    'steel',
  ),
  kind(['STL', 'C0202', 'stool | kruk | Hocker'], [59, 179], [38, 46, 38], 'oak', 'recycled-plastic'),
  kind(['TBL', 'C0203', 'dining table | eettafel | Esstisch'], [399, 1899], [200, 75, 95], 'oak', 'steel'),
  kind(['SHF', 'C0204', 'bookcase | boekenkast | Bücherregal'], [149, 749], [90, 190, 32], 'oak', 'steel'),
  kind(['DSK', 'C0205', 'desk | bureau | Schreibtisch'], [199, 899], [140, 74, 70], 'oak', 'aluminium'),
  kind(['RUG', 'C0301', 'rug | vloerkleed | Teppich'], [99, 599], [170, 1, 240], 'wool', 'linen'),
  kind(['CSH', 'C0302', 'cushion | kussen | Kissen'], [19, 69], [50, 50, 14], 'wool', 'linen'),
  kind(['THR', 'C0303', 'throw | plaid | Tagesdecke'], [39, 149], [130, 1, 180], 'wool', 'linen'),
  kind(['VAS', 'C0401', 'vase | vaas | Vase'], [24, 129], [16, 32, 16], 'stoneware', 'glass'),
  kind(['MUG', 'C0402', 'mug | mok | Becher'], [9, 29], [9, 10, 9], 'stoneware'),
  kind(['BWL', 'C0403', 'bowl | schaal | Schale'], [14, 79], [26, 9, 26], 'stoneware', 'oak', 'glass'),
  kind(['JUG', 'C0404', 'water jug | waterkan | Wasserkrug'], [22, 69], [14, 26, 12], 'glass', 'stoneware'),
  kind(
    ['BKT', 'C0501', 'storage basket | opbergmand | Aufbewahrungskorb'],
    [19, 79],
    [38, 30, 38],
    'recycled-plastic',
    'linen',
  ),
  kind(['HNG', 'C0502', 'coat rack | kapstok | Garderobe'], [39, 199], [80, 22, 14], 'oak', 'steel'),
  kind(
    ['PLT', 'C0601', 'plant pot | bloempot | Blumentopf'],
    [14, 89],
    [24, 22, 24],
    'stoneware',
    'recycled-plastic',
  ),
  kind(
    ['BNC', 'C0602', 'garden bench | tuinbank | Gartenbank'],
    [199, 799],
    [150, 84, 60],
    'oak',
    'aluminium',
  ),
]

/** Names of product families. */
export const series: readonly string[] = [
  'Lunde',
  'Maren',
  'Solveig',
  'Brink',
  'Halma',
  'Vester',
  'Ottilie',
  'Kaap',
  'Nele',
  'Fjell',
  'Aster',
  'Dorst',
  'Ilse',
  'Tjalk',
  'Runa',
  'Wende',
  'Polder',
  'Elin',
  'Korf',
  'Linnea',
  'Anker',
  'Sten',
  'Mirre',
  'Juul',
  'Varde',
  'Hedda',
  'Oker',
  'Tove',
  'Rieke',
  'Bastian',
  'Noor',
  'Elbe',
]

export const materialPhrases = new Map<string, Translations>([
  ['oak', 'in solid oak | van massief eiken | aus massiver Eiche'],
  ['steel', 'in brushed steel | van geborsteld staal | aus gebürstetem Stahl'],
  ['aluminium', 'in light aluminium | van licht aluminium | aus leichtem Aluminium'],
  ['wool', 'in pure wool | van zuivere wol | aus reiner Wolle'],
  ['linen', 'in washed linen | van gewassen linnen | aus gewaschenem Leinen'],
  ['leather', 'in natural leather | van naturel leer | aus Naturleder'],
  ['glass', 'in hand-blown glass | van mondgeblazen glas | aus mundgeblasenem Glas'],
  ['stoneware', 'in glazed stoneware | van geglazuurd steengoed | aus glasiertem Steinzeug'],
  ['recycled-plastic', 'in recycled plastic | van gerecycled kunststof | aus recyceltem Kunststoff'],
])

export const colours: readonly string[] = [
  'white',
  'grey',
  'black',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
]

export const benefits: readonly Translations[] = [
  'Quiet in form, generous in use. | Rustig van vorm, royaal in gebruik. | Ruhig in der Form, großzügig im Gebrauch.',
  'Made to be repaired rather than replaced. | Gemaakt om te herstellen in plaats van te vervangen. | Zum Reparieren gemacht, nicht zum Wegwerfen.',
  'Ages beautifully, year after year. | Wordt met de jaren alleen maar mooier. | Wird mit jedem Jahr schöner.',
  'Fits the smallest rooms. | Past ook in de kleinste kamers. | Passt auch in die kleinsten Räume.',
  'Finished by hand in small batches. | Met de hand afgewerkt in kleine series. | In kleinen Serien von Hand gefertigt.',
  'Ships flat and needs no tools. | Plat verpakt en zonder gereedschap te monteren. | Flach verpackt und ohne Werkzeug montiert.',
  'A piece that brings the room together. | Een stuk dat de kamer bij elkaar brengt. | Ein Stück, das den Raum zusammenhält.',
]

export const highlights: readonly Translations[] = [
  'Ten-year warranty | Tien jaar garantie | Zehn Jahre Garantie',
  'Easy to clean | Makkelijk schoon te maken | Leicht zu reinigen',
  'Made in Europe | Gemaakt in Europa | In Europa hergestellt',
  'Spare parts available | Onderdelen leverbaar | Ersatzteile erhältlich',
  'Free of solvents | Vrij van oplosmiddelen | Frei von Lösungsmitteln',
  'Plastic-free packaging | Plasticvrije verpakking | Plastikfreie Verpackung',
]
