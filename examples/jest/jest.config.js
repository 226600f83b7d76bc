module.exports = {
  // jsdom with what it lacks of a browser: fetch, Response, TextEncoder.
  testEnvironment: 'jest-fixed-jsdom',
  transform: {
    '\\.m?js$': ['babel-jest', { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] }],
  },
  // These are ES modules, which Jest has to translate too. The last three are msw's.
  transformIgnorePatterns: ['/node_modules/(?!(entity-sandbox|rettime|until-async|@open-draft)/)'],
  // The first run translates all of that, and keeps it for the next ones.
  testTimeout: 30_000,
}
