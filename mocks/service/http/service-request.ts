import type { ExchangeRequest } from '../../data/model/exchanges/exchange.ts'

/** A request in the form in which doors pass it to the service. */
export type ServiceRequest = ExchangeRequest

export function isRead({ method }: ServiceRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
