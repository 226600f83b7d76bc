import { defineConfig } from 'vitepress'
import { anchorOf } from '../../scripts/docs/anchor'
import { headlessTables } from './headless-tables'

const page = (text: string, name: string) => ({ text, link: `/${name}` })

export default defineConfig({
  title: 'entity-sandbox',
  description: 'The entity, status and notification service on your machine.',
  lang: 'en',
  // What scripts/build-site.ts gathers.
  srcDir: '.pages',
  outDir: '../dist/site',
  // Where the site is served, if not at the root of its host.
  base: process.env.SITE_BASE ?? '/',
  markdown: {
    // As code hosts make them, so that links within a page work in both.
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: headlessTables,
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      page('Tutorial', 'tutorial'),
      page('Try it', 'try-it'),
      page('Reference', 'reference'),
      page('Changelog', 'changelog'),
    ],
    outline: [2, 3],
    sidebar: [
      {
        text: 'Getting started',
        items: [
          page('Tutorial', 'tutorial'),
          page('Try it', 'try-it'),
          page('Coming from msw, json-server, Mirage', 'coming-from'),
          page('Troubleshooting', 'troubleshooting'),
          page('Versions', 'versions'),
        ],
      },
      {
        text: 'How to, by framework',
        items: [
          page('Playwright, Vitest, Jest, Storybook', 'testing'),
          page('A page, Vite', 'browser'),
          page('Next, Hono, Bun, Deno, workers', 'runtimes'),
          page('Continuous integration', 'continuous-integration'),
          page('A container', 'container'),
          page('Several servers', 'deploying'),
          page('Coding assistants', 'assistants'),
        ],
      },
      {
        text: 'How to, by task',
        items: [
          page('Separate sandboxes, import data', 'sandboxes'),
          page('Make requests fail', 'faults'),
          page('Use scenarios', 'scenarios'),
          page('See what was called', 'journal'),
          page('Record, pass on to the real service', 'beside-the-real-service'),
          page('Validate requests', 'validation'),
          page('Use existing clients', 'existing-clients'),
          page('Use the console', 'console'),
        ],
      },
      {
        text: 'The service',
        items: [
          page('Copy', 'copy'),
          page('Queries', 'query'),
          page('GraphQL', 'graphql'),
          page('Status', 'status'),
          page('Notifications', 'notifications'),
          page('Webhooks', 'webhooks'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Verbs, faults, types', 'reference'),
          page('Command line and options', 'command-line'),
          page('Controls', 'controls'),
          page('Contract and typed client', 'contract'),
          page('The interface', 'interface'),
        ],
      },
      {
        text: 'Explanations',
        items: [page('Safety', 'safety'), page('Security', 'security')],
      },
    ],
  },
})
