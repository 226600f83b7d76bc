/** The tabs of an entity's page; its address names one. */
export const entityTabs = ['properties', 'relations', 'json'] as const
export type EntityTab = (typeof entityTabs)[number]
