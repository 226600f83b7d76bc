import type { Translations } from './translations.ts'

/** `{place}` is a place with its preposition, `{family}` a product family. */
export const headlines: readonly Translations[] = [
  'A morning {place} | Een ochtend {place} | Ein Morgen {place}',
  'The story of {family} | Het verhaal van {family} | Die Geschichte von {family}',
  'Visiting a workshop {place} | Op bezoek in een werkplaats {place} | Zu Besuch in einer Werkstatt {place}',
  'How {family} came about | Hoe {family} ontstond | Wie {family} entstand',
  'Five quiet corners {place} | Vijf rustige plekken {place} | Fünf ruhige Ecken {place}',
  'Caring for {family} | Zo onderhoudt u {family} | So pflegen Sie {family}',
  'A small home {place} | Een klein huis {place} | Ein kleines Zuhause {place}',
  'Why we repair {family} | Waarom wij {family} repareren | Warum wir {family} reparieren',
]

export const paragraphs: readonly Translations[] = [
  'It began with a sketch on the back of an envelope. | Het begon met een schets op de achterkant van een envelop. | Es begann mit einer Skizze auf der Rückseite eines Umschlags.',
  'The light falls in from the east, and by nine the whole room is bright. | Het licht valt uit het oosten binnen, en om negen uur is de hele kamer licht. | Das Licht fällt von Osten ein, und um neun ist der ganze Raum hell.',
  'Nothing here was bought in a hurry. | Niets is hier overhaast gekocht. | Nichts wurde hier in Eile gekauft.',
  'The wood comes from less than a hundred kilometres away. | Het hout komt van minder dan honderd kilometer ver. | Das Holz kommt aus weniger als hundert Kilometern Entfernung.',
  'Three prototypes were made, and the second one won. | Er zijn drie prototypes gemaakt, en het tweede won. | Drei Prototypen entstanden, und der zweite gewann.',
  'Good things may show that they are used. | Aan goede dingen mag je zien dat ze gebruikt worden. | Guten Dingen darf man ansehen, dass sie benutzt werden.',
  'What is broken is taken apart, cleaned and put together again. | Wat stuk is, wordt uit elkaar gehaald, schoongemaakt en weer in elkaar gezet. | Was kaputt ist, wird zerlegt, gereinigt und wieder zusammengesetzt.',
  'On Thursdays the whole street smells of bread. | Op donderdag ruikt de hele straat naar brood. | Donnerstags riecht die ganze Straße nach Brot.',
  'The colours follow the seasons outside the window. | De kleuren volgen de seizoenen voor het raam. | Die Farben folgen den Jahreszeiten vor dem Fenster.',
  'Most of the work is invisible, and that is how it should be. | Het meeste werk is onzichtbaar, en zo hoort het ook. | Die meiste Arbeit ist unsichtbar, und so soll es sein.',
]
