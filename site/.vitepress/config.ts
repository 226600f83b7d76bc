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
      page('Cookbook', 'cookbook'),
      page('Reference', 'reference'),
      page('Changelog', 'changelog'),
    ],
    outline: [2, 3],
    sidebar: [
      {
        text: 'Getting started',
        items: [
          page('Tutorial', 'tutorial'),
          page('Cookbook', 'cookbook'),
          page('Troubleshooting', 'troubleshooting'),
          page('Known limits', 'limits'),
        ],
      },
      {
        text: 'How to',
        items: [
          page('Playwright, Vitest, Jest, Storybook', 'testing'),
          page('A page, Vite, Next, other runtimes', 'browser'),
          page('Faults, scenarios, journal, clock', 'controls'),
          page('Sandboxes and their data', 'sandboxes'),
          page('Your own definitions', 'definitions'),
          page('Use the console', 'console'),
          page('Sharing and CI', 'sharing'),
          page('Beside the real service', 'beside-the-real-service'),
          page('Existing and typed clients', 'existing-clients'),
        ],
      },
      {
        text: 'The service',
        items: [
          page('The interface', 'interface'),
          page('Copy', 'copy'),
          page('Queries and GraphQL', 'query'),
          page('Status', 'status'),
          page('Notifications, webhooks, events', 'webhooks'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Command line and options', 'command-line'),
          page('Verbs, faults, exports', 'reference'),
        ],
      },
    ],
  },
})
