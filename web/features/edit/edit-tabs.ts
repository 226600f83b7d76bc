/** The tabs of the editor, as the page's address names them. */
export const editTabs = ['form', 'json', 'relations'] as const
