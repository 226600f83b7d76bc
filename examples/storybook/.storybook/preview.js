import { storySandboxes } from 'entity-sandbox/storybook'

// Every story has a sandbox of its own, a copy of one that is seeded once.
export default { ...storySandboxes({ entities: 200 }) }
