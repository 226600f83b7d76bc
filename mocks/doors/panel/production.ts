/** The panel of a production build: none. */
// oxlint-disable-next-line unicorn/require-module-specifiers
export {}
