/** The tabs of an entity's page, as in the `tab` parameter of its address. */
export const entityTabs = ['properties', 'relations', 'json'] as const
export type EntityTab = (typeof entityTabs)[number]
