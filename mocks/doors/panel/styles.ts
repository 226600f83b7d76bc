/** System colours: they follow the scheme of the system, as the console does, and forced colours. */
export const styles = `
:host { all: initial }
:host([hidden]) { display: none }
@media print { :host { display: none } }
aside {
  position: fixed; z-index: 2147483647; display: flex; flex-direction: column; max-width: 100vw;
  left: calc(var(--x) * 100%); top: calc(var(--y) * 100%);
  translate: calc(var(--x) * -100%) calc(var(--y) * -100%);
  color-scheme: light dark; font: 12px/16px system-ui, sans-serif;
}
aside.low { flex-direction: column-reverse }
button {
  font: inherit; color: CanvasText; background: Canvas; border: 1px solid GrayText; border-radius: 12px;
  position: relative; left: calc(var(--x) * (100% - 8px)); translate: calc(var(--x) * -100%);
  margin: 4px; padding: 3px 10px; min-height: 24px; align-self: start; max-width: calc(100vw - 8px);
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; cursor: pointer; touch-action: none;
  box-shadow: 0 1px 4px #0004;
}
button:focus-visible { outline: 2px solid Highlight; outline-offset: 1px }
iframe {
  box-sizing: border-box; width: min(440px, 100vw); height: min(680px, 100dvh - 34px);
  border: 1px solid GrayText; background: Canvas; box-shadow: 0 4px 24px #0006;
}
iframe[hidden] { display: none }
`
