import type { Json } from '../../model/shared/json.ts'
import type { FixedEntity } from './fixed-entity.ts'
import { cultures, say } from './builder.ts'
import { assetTypes, channels, contentRepositories, lifecycleStatuses, markets } from './fixed-taxonomies.ts'

const groups = { administrators: 2, editors: 3, readers: 4, everyone: 5 }

function userGroup(id: number, name: string, description: string): FixedEntity {
  return {
    id,
    identifier: `UserGroup.${name}`,
    definition: 'UserGroup',
    properties: { GroupName: name, Description: say(description) },
  }
}

function user(id: number, username: string, person: string, culture: string, group: number): FixedEntity {
  const [firstName = '', ...rest] = person.split(' ')

  return {
    id,
    identifier: `User.${username}`,
    definition: 'User',
    properties: {
      Username: username,
      FirstName: firstName,
      LastName: rest.join(' '),
      Email: `${username}@example.com`,
      Culture: culture,
      IsEnabled: true,
      LastSignInOn: '2026-05-29T07:41:12.000Z',
    },
    parents: { UserGroupToUser: [group, groups.everyone] },
  }
}

function settingCategory(id: number, name: string, label: string): FixedEntity {
  return {
    id,
    identifier: `M.SettingCategory.${name}`,
    definition: 'M.SettingCategory',
    properties: { 'M.SettingCategory.Name': name, 'M.SettingCategory.Label': say(label) },
  }
}

function setting(id: number, category: number, name: string, label: string, value: Json): FixedEntity {
  return {
    id,
    identifier: `M.Setting.${name}`,
    definition: 'M.Setting',
    properties: { 'M.Setting.Name': name, 'M.Setting.Label': say(label), 'M.Setting.Value': value },
    parents: { SettingCategoryToSettings: [category] },
  }
}

function copyProfile(id: number, name: string, properties: Json, relations: Json): FixedEntity {
  return {
    id,
    identifier: `M.CopyProfile.${name}`,
    definition: 'M.CopyProfile',
    properties: {
      'M.CopyProfile.Name': name,
      'M.CopyProfile.PropertyCopyOptions': properties,
      'M.CopyProfile.RelationCopyOptions': relations,
    },
  }
}

export const fixedEntities: FixedEntity[] = [
  userGroup(2, 'Administrators', 'May do everything. | Mag alles. | Darf alles.'),
  userGroup(
    3,
    'Editors',
    'Write and change content. | Schrijven en wijzigen inhoud. | Schreiben und ändern Inhalte.',
  ),
  userGroup(
    4,
    'Readers',
    'Look, but do not touch. | Kijken, maar niet aankomen. | Nur ansehen, nicht anfassen.',
  ),
  userGroup(5, 'Everyone', 'All users. | Alle gebruikers. | Alle Benutzer.'),

  user(6, 'admin', 'Ada Vermeulen', 'en-US', groups.administrators),
  user(7, 'editor', 'Emil Brandt', 'en-US', groups.editors),
  user(8, 'reader', 'Rosa Lindqvist', 'en-US', groups.readers),
  user(9, 'sanne', 'Sanne de Vries', 'nl-NL', groups.editors),
  user(10, 'jonas', 'Jonas Keller', 'de-DE', groups.editors),
  user(11, 'priya', 'Priya Raman', 'en-US', groups.readers),

  settingCategory(20, 'PortalConfiguration', 'Portal | Portaal | Portal'),
  settingCategory(21, 'Assets', 'Assets | Bestanden | Assets'),
  settingCategory(22, 'Notifications', 'Notifications | Meldingen | Benachrichtigungen'),

  setting(30, 20, 'Cultures', 'Languages | Talen | Sprachen', [...cultures]),
  setting(31, 20, 'Branding', 'Branding | Huisstijl | Branding', {
    accent: '#2f6f5e',
    name: 'Content hub',
    dark_mode: true,
  }),
  setting(32, 20, 'PageSizes', 'Page sizes | Paginagroottes | Seitengrößen', [25, 50, 100]),
  setting(33, 21, 'Renditions', 'Renditions | Weergaven | Wiedergaben', {
    thumbnail: { width: 240, height: 160 },
    bigthumbnail: { width: 480, height: 320 },
    preview: { width: 960, height: 640 },
    downloadPreview: { width: 1600, height: 1067 },
  }),
  setting(34, 21, 'UploadLimit', 'Upload limit | Uploadlimiet | Upload-Limit', { megabytes: 500 }),
  setting(35, 22, 'DailyDigest', 'Daily digest | Dagelijks overzicht | Tägliche Übersicht', {
    enabled: true,
    hour: 8,
  }),
  setting(36, 21, 'FetchJobs', 'Fetch jobs | Ophaaltaken | Abrufaufträge', { delay_ms: 0 }),

  copyProfile(
    50,
    'CampaignTemplate',
    [
      { property: 'Code', method: 'Remove' },
      { property: 'Status', method: 'Overwrite', new_value: 'planned' },
      { property: 'Spent', method: 'Overwrite', new_value: '0' },
    ],
    [
      { relation: 'MarketToCampaign', method: 'Keep' },
      { relation: 'CampaignToAsset', method: 'Keep' },
      {
        relation: 'CampaignToTask',
        method: 'Copy',
        related_copy_options: {
          property_copy_options: [
            { property: 'IsDone', method: 'Overwrite', new_value: 'false' },
            { property: 'DoneOn', method: 'Remove' },
          ],
        },
      },
    ],
  ),
  copyProfile(
    51,
    'AssetVersion',
    [
      { property: 'LicensedUntil', method: 'Remove' },
      { property: 'ApprovedBy', method: 'Remove' },
      { property: 'ApprovalDate', method: 'Remove' },
    ],
    [
      { relation: 'TagToAsset', method: 'Keep' },
      { relation: 'FinalLifeCycleStatusToAsset', method: 'Remove' },
      { relation: 'AssetToPublicLink', method: 'Remove' },
    ],
  ),

  ...assetTypes,
  ...markets,
  ...channels,
  ...lifecycleStatuses,
  ...contentRepositories,
]
