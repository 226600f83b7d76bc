/** The ways to edit an entity; the page's address names one. */
export const editTabs = ['form', 'json', 'relations'] as const
export type EditTab = (typeof editTabs)[number]
