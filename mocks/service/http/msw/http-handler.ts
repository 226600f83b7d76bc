/**
 * What the sandbox's own handlers need of msw. The build bundles it, so that they run where msw is not installed; users'
 * handlers run by the user's msw.
 */
export { HttpHandler, onUnhandledRequest, passthrough } from 'msw'
