import { relation, shownWhen } from './builder.ts'

const classifies = { is_taxonomy_relation: true }
const assets = 'Assets | Bestanden | Assets'
const products = 'Products | Producten | Produkte'
const campaigns = 'Campaigns | Campagnes | Kampagnen'

/** Every relation once; the builder puts both ends where they belong. Reads: parent, cardinality, child. */
export const relations = [
  relation('AssetTypeToAsset', 'M.AssetType', 'OneToMany', 'M.Asset', {
    ...classifies,
    children: assets,
    parents: 'Asset type | Bestandssoort | Assettyp',
    can_trigger_conditional_members: true,
    nested_properties: ['Label'],
    help: 'What kind of file this is. | Wat voor bestand dit is. | Um was für eine Datei es sich handelt.',
  }),
  relation('FinalLifeCycleStatusToAsset', 'M.Final.LifeCycle.Status', 'OneToMany', 'M.Asset', {
    ...classifies,
    children: assets,
    parents: 'Lifecycle status | Levenscyclusstatus | Lebenszyklusstatus',
    nested_properties: ['StatusValue'],
  }),
  relation('ContentRepositoryToAsset', 'M.Content.Repository', 'ManyToMany', 'M.Asset', {
    ...classifies,
    children: assets,
    parents: 'Repositories | Opslagplaatsen | Ablagen',
  }),
  relation('TagToAsset', 'M.Tag', 'ManyToMany', 'M.Asset', {
    ...classifies,
    children: assets,
    parents: 'Tags | Labels | Schlagwörter',
  }),
  relation('TagToArticle', 'M.Tag', 'ManyToMany', 'M.Article', {
    ...classifies,
    children: 'Articles | Artikelen | Artikel',
    parents: 'Tags | Labels | Schlagwörter',
  }),
  relation('ProductToAsset', 'M.Product', 'ManyToMany', 'M.Asset', {
    children: assets,
    parents: products,
    is_rendition_relation: true,
    completion_is_copied: true,
  }),
  relation('PartnerToAsset', 'M.Partner', 'OneToMany', 'M.Asset', {
    children: assets,
    parents: 'Made by | Gemaakt door | Erstellt von',
    inherits_security: false,
    is_secured: true,
  }),
  relation('CollectionToAsset', 'M.Collection', 'ManyToMany', 'M.Asset', {
    children: assets,
    parents: 'Collections | Collecties | Sammlungen',
  }),
  relation('AssetToPublicLink', 'M.Asset', 'ManyToMany', 'M.PublicLink', {
    children: 'Public links | Openbare links | Öffentliche Links',
    parents: 'Assets | Bestanden | Assets',
    allow_navigation: false,
  }),
  relation('CategoryToCategory', 'M.Category', 'OneToMany', 'M.Category', {
    ...classifies,
    children: 'Subcategories | Subcategorieën | Unterkategorien',
    parents: 'Parent category | Bovenliggende categorie | Übergeordnete Kategorie',
    is_taxonomy_hierarchy_relation: true,
    is_path_relation: true,
    is_path_hierarchy_relation: true,
    path_hierarchy_score: 10,
  }),
  relation('CategoryToProduct', 'M.Category', 'OneToMany', 'M.Product', {
    ...classifies,
    children: products,
    parents: 'Category | Categorie | Kategorie',
    is_path_relation: true,
    path_hierarchy_score: 5,
    parent_is_mandatory: true,
  }),
  relation('BrandToProduct', 'M.Brand', 'OneToMany', 'M.Product', {
    ...classifies,
    children: products,
    parents: 'Brand | Merk | Marke',
  }),
  relation('ProductToProductSheet', 'M.Product', 'OneToOne', 'M.ProductSheet', {
    children: 'Product sheet | Productblad | Produktdatenblatt',
    parents: 'Product | Product | Produkt',
    parent_is_mandatory: true,
    nested_properties: ['Title', 'Gtin', 'WeightKg'],
    nested_permissions: true,
    allow_updates: false,
    content_is_copied: true,
  }),
  relation('ProductToAccessory', 'M.Product', 'ManyToMany', 'M.Product', {
    children: 'Accessories | Accessoires | Zubehör',
    parents: 'Goes with | Hoort bij | Passt zu',
    ...shownWhen('Availability', 'in-stock'),
  }),
  relation('BrandToCampaign', 'M.Brand', 'OneToMany', 'M.Campaign', {
    ...classifies,
    children: campaigns,
    parents: 'Brand | Merk | Marke',
  }),
  relation('MarketToCampaign', 'M.Market', 'ManyToMany', 'M.Campaign', {
    ...classifies,
    children: campaigns,
    parents: 'Markets | Markten | Märkte',
  }),
  relation('ChannelToCampaign', 'M.Channel', 'ManyToMany', 'M.Campaign', {
    ...classifies,
    children: campaigns,
    parents: 'Channels | Kanalen | Kanäle',
  }),
  relation('CampaignToProduct', 'M.Campaign', 'ManyToMany', 'M.Product', {
    children: products,
    parents: campaigns,
  }),
  relation('CampaignToAsset', 'M.Campaign', 'ManyToMany', 'M.Asset', {
    children: assets,
    parents: campaigns,
  }),
  relation('CampaignToArticle', 'M.Campaign', 'OneToMany', 'M.Article', {
    children: 'Articles | Artikelen | Artikel',
    parents: 'Campaign | Campagne | Kampagne',
  }),
  relation('CampaignToEvent', 'M.Campaign', 'OneToMany', 'M.Event', {
    children: 'Events | Evenementen | Veranstaltungen',
    parents: 'Campaign | Campagne | Kampagne',
  }),
  relation('CampaignToTask', 'M.Campaign', 'OneToMany', 'M.Task', {
    children: 'Tasks | Taken | Aufgaben',
    parents: 'Campaign | Campagne | Kampagne',
    nested_properties: ['Title', 'IsDone', 'DueOn'],
    content_is_copied: true,
    parent_is_mandatory: true,
  }),
  relation('UserGroupToUser', 'UserGroup', 'ManyToMany', 'User', {
    children: 'Users | Gebruikers | Benutzer',
    parents: 'Groups | Groepen | Gruppen',
    is_system_owned: true,
  }),
  relation('SettingCategoryToSettings', 'M.SettingCategory', 'OneToMany', 'M.Setting', {
    children: 'Settings | Instellingen | Einstellungen',
    parents: 'Category | Categorie | Kategorie',
    is_system_owned: true,
    parent_is_mandatory: true,
    child_is_mandatory: true,
    can_write: false,
  }),
]
