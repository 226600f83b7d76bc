import type { Link } from '../../../data/model/shared/json.ts'

/** Makes the absolute links of a response, from the base URL of the request and the path prefix of the sandbox, if any. */
export class Links {
  /** `http://127.0.0.1:4010`, or `http://127.0.0.1:4010/s/blue`. */
  readonly base: string

  constructor(baseUrl: string, prefix = '') {
    this.base = `${baseUrl}${prefix}`
  }

  to(path: string, title?: string): Link {
    const href = `${this.base}${path}`

    return title === undefined ? { href } : { href, title }
  }

  /** A link whose target is a URI template (RFC 6570). */
  template(path: string, title?: string): Link {
    return { ...this.to(path, title), templated: true }
  }

  entity(id: number, title?: string): Link {
    return this.to(`/api/entities/${id}`, title)
  }

  user(id: number | undefined): Link | null {
    return id === undefined ? null : this.entity(id)
  }

  relation(entityId: number, relation: string): Link {
    return this.to(`/api/entities/${entityId}/relations/${encodeURIComponent(relation)}`)
  }

  optionList(name: string): Link {
    return this.to(`/api/datasources/${encodeURIComponent(name)}`)
  }

  notification(id: number): Link {
    return this.to(`/api/notifications/${id}`)
  }

  definition(name: string, title?: string): Link {
    return this.to(`/api/entitydefinitions/${encodeURIComponent(name)}`, title)
  }
}
