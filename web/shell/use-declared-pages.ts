import { useRouter, type AnyRoute, type StaticDataRouteOption } from '@tanstack/react-router'

/** The pages that need nothing but their path, in the order of the menu, as their routes declare them. */
export function useDeclaredPages(): (StaticDataRouteOption & { readonly to: string })[] {
  const routes: AnyRoute[] = Object.values(useRouter().routesById)

  return routes
    .map(({ fullPath, options }) => ({ to: String(fullPath), ...options.staticData }))
    .filter(({ title, to }) => title !== undefined && !to.includes('$'))
}
