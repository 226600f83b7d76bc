import {
  date,
  decimal,
  definition,
  group,
  integer,
  json,
  longText,
  option,
  richText,
  text,
  url,
  yesNo,
} from './builder.ts'

/** What is sold, and by whom it is made. */
export const commerce = [
  definition(
    2,
    'M.Product',
    'Product | Product | Produkt',
    { display_template: '{ProductName}', is_path_enabled_definition: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('ProductName', 'Name | Naam | Name', { mandatory: true, multiLanguage: true, boost: true }),
        text('Sku', 'Article number | Artikelnummer | Artikelnummer', {
          mandatory: true,
          unique: true,
          validation_expression: '^[A-Z]{3}-[0-9]{5,6}$',
          help: 'Three capitals, a hyphen, five or six digits. | Drie hoofdletters, een koppelteken, vijf of zes cijfers. | Drei Großbuchstaben, ein Bindestrich, fünf oder sechs Ziffern.',
        }),
        longText('ShortDescription', 'Short description | Korte omschrijving | Kurzbeschreibung', {
          multiLanguage: true,
        }),
        richText('LongDescription', 'Description | Omschrijving | Beschreibung', { multiLanguage: true }),
      ]),
      group('Selling', 'Selling | Verkoop | Verkauf', [
        decimal('Price', 'Price in euros | Prijs in euro | Preis in Euro'),
        integer('Stock', 'In stock | Voorraad | Lagerbestand'),
        option('Availability', 'Availability | Beschikbaarheid | Verfügbarkeit', 'M.Availability'),
        date('LaunchedOn', 'Launched on | Geïntroduceerd op | Eingeführt am'),
        yesNo('IsBestseller', 'Bestseller | Bestseller | Bestseller'),
        decimal('PurchasePrice', 'Purchase price | Inkoopprijs | Einkaufspreis', {
          is_secured: true,
          ignore_on_export: true,
        }),
      ]),
      group('Design', 'Design | Ontwerp | Gestaltung', [
        option('Colour', 'Colour | Kleur | Farbe', 'M.Colours'),
        option('Materials', 'Materials | Materialen | Materialien', 'M.Materials', { multiValue: true }),
        text('Highlights', 'Highlights | Pluspunten | Vorzüge', { multiLanguage: true, multiValue: true }),
      ]),
    ],
  ),
  definition(
    13,
    'M.ProductSheet',
    'Product sheet | Productblad | Produktdatenblatt',
    { display_template: '{Title}' },
    [
      group('Measures', 'Measures | Maten | Maße', [
        text('Title', 'Title | Titel | Titel', { mandatory: true }),
        decimal('WidthCm', 'Width in cm | Breedte in cm | Breite in cm'),
        decimal('HeightCm', 'Height in cm | Hoogte in cm | Höhe in cm'),
        decimal('DepthCm', 'Depth in cm | Diepte in cm | Tiefe in cm'),
        decimal('WeightKg', 'Weight in kg | Gewicht in kg | Gewicht in kg'),
        text('Gtin', 'Barcode | Streepjescode | Strichcode', {
          unique: true,
          validation_expression: '^[0-9]{13}$',
        }),
        json('Specifications', 'Specifications | Specificaties | Spezifikationen'),
      ]),
    ],
  ),
  definition(
    8,
    'M.Brand',
    'Brand | Merk | Marke',
    { display_template: '{Name}', is_taxonomy_item_definition: true },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('Name', 'Name | Naam | Name', { mandatory: true, unique: true }),
        text('Tagline', 'Tagline | Slagzin | Slogan', { multiLanguage: true }),
        url('Website', 'Website | Website | Website'),
        text('PrimaryColour', 'Primary colour | Hoofdkleur | Hauptfarbe', {
          validation_expression: '^#[0-9a-f]{6}$',
        }),
        integer('Founded', 'Founded in | Opgericht in | Gegründet'),
      ]),
    ],
  ),
  definition(
    3,
    'M.Category',
    'Category | Categorie | Kategorie',
    {
      display_template: '{CategoryName}',
      is_taxonomy_item_definition: true,
      is_path_enabled_definition: true,
      is_manual_sorting_allowed: true,
    },
    [
      group('Overview', 'Overview | Overzicht | Übersicht', [
        text('CategoryName', 'Name | Naam | Name', { mandatory: true, multiLanguage: true, boost: true }),
        text('Code', 'Code | Code | Code', {
          mandatory: true,
          unique: true,
          validation_expression: '^C([0-9]{2})+$',
        }),
        integer('SortOrder', 'Order | Volgorde | Reihenfolge'),
        yesNo('ShowInMenu', 'Show in menu | Tonen in menu | Im Menü anzeigen'),
      ]),
    ],
  ),
  definition(16, 'M.Partner', 'Partner | Partner | Partner', { display_template: '{Name}' }, [
    group('Contact', 'Contact | Contact | Kontakt', [
      text('Name', 'Name | Naam | Name', { mandatory: true }),
      option('Kind', 'Kind | Soort | Art', 'M.PartnerKind'),
      text('ContactPerson', 'Contact person | Contactpersoon | Ansprechperson'),
      text('Email', 'E-mail | E-mail | E-Mail', {
        unique: true,
        validation_expression: String.raw`^[^@\s]+@[^@\s]+\.[a-z]{2,}$`,
      }),
      text('Phone', 'Telephone | Telefoon | Telefon'),
      text('City', 'City | Plaats | Ort', { multiLanguage: true }),
      text('Country', 'Country code | Landcode | Ländercode', { validation_expression: '^[A-Z]{2}$' }),
      decimal('DayRate', 'Day rate in euros | Dagtarief in euro | Tagessatz in Euro', { is_secured: true }),
    ]),
  ]),
]
