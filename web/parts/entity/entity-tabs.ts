/** What an entity's page shows, tab by tab; its address names one. */
export const entityTabs = ['properties', 'relations', 'json'] as const
export type EntityTab = (typeof entityTabs)[number]
