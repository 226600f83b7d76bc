module.exports = {
  // jsdom with the missing globals of browsers: fetch, Response, TextEncoder.
  testEnvironment: 'jest-fixed-jsdom',
  transform: {
    '\\.m?js$': ['babel-jest', { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }],
  },
  // These are ES modules, which Jest must transpile too. The last three are dependencies of msw.
  transformIgnorePatterns: ['/node_modules/(?!(entity-sandbox|rettime|until-async|@open-draft)/)'],
  // The first run transpiles all of them, and caches the results.
  testTimeout: 30_000,
}
