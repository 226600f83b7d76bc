import { storySandboxes } from 'entity-sandbox/storybook'

// Every story has a separate sandbox, a fork of one that is seeded once.
export default { ...storySandboxes({ entities: 200 }) }
