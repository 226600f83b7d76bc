import { storySandboxes } from 'entity-sandbox/storybook'

// Every story has its own sandbox, a copy of one that is seeded once.
export default { ...storySandboxes({ entities: 200 }) }
