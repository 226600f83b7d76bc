import { useCanGoBack, useNavigate, useRouter, type NavigateOptions } from '@tanstack/react-router'

/** Goes back to the previous page; to `otherwise` if a link opened this one. */
export function useGoBack(otherwise: NavigateOptions): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()

  return () => (canGoBack ? router.history.back() : void navigate({ ...otherwise, replace: true }))
}
