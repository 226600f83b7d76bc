import { used } from '../../../mocks/testing/handler-order.ts'

export { handlers } from '../../../mocks/testing/handler-order.ts'

export const overriding = [used]
