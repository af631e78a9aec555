import type { Database } from '../../platform/database/database.ts';
import { gatherFairly, type FairGatherer } from '../../platform/batching/gather.ts';
import {
  findRequests,
  findStatuses,
  type AskedRequest,
  type RequestRecord,
  type RequestStatus,
} from '../../orders/find-requests.ts';
import { shareOwner } from '../../clients/client.ts';
import { awaitingCodes, noCertificate, notFound, notReady, takenBack, type WireError } from './answer.ts';

/** Finds one request in a batch with concurrent ones. */
export type FindRequest = (key: AskedRequest) => Promise<RequestRecord | null | 'full'> | 'full';
export type FindStatus = FairGatherer<AskedRequest, RequestStatus | null>;

const limits = { batch: 500, concurrency: 4, waiting: 20_000, lingerMs: 1, waitMs: 5000 };

const shares = {
  ownerOf: ({ clientId, onlyTest }: AskedRequest) => shareOwner(clientId, onlyTest === true),
  longestWaitMs: 1000,
  longestStandingWaitMs: 250,
};

export function gatherFinds(db: Database): FindRequest {
  return gatherFairly((keys: AskedRequest[]) => findRequests(db, keys), limits, shares);
}

export function gatherStatuses(db: Database): FindStatus {
  return gatherFairly((keys: AskedRequest[]) => findStatuses(db, keys), limits, shares);
}

/** Why there is no certificate; null if it is issued. */
export function lackOfCertificate(request: RequestRecord | null): WireError | null {
  if (request === null) return notFound;
  switch (request.state) {
    case 'queued':
    case 'obtaining':
      return notReady;
    case 'delayed':
      return awaitingCodes;
    case 'failed':
    case 'cancelled':
      return noCertificate;
    case 'issued':
      return request.refundedAt === null ? null : takenBack;
  }
}
