/** Every operation by its API name. */
import type { Context } from '../../context.ts';
import { forEachCell, type OfCells } from '../../platform/cells/cell-context.ts';
import { acceptOrders, batchesAtOnce, type AcceptOrder } from '../../orders/accept-orders.ts';
import { makeOrder } from './commands/make-order.ts';
import { awaitIssues } from './await-issue.ts';
import { getAddress } from './commands/get-address.ts';
import { getBalance } from './commands/get-balance.ts';
import { getCategories } from './commands/get-categories.ts';
import { getCertificate, type MakePdf } from './commands/get-certificate.ts';
import { getCode } from './commands/get-code.ts';
import { getLinks } from './commands/get-links.ts';
import { getProducts } from './commands/get-products.ts';
import { getReport } from './commands/get-report.ts';
import { getStatus } from './commands/get-status.ts';
import { makeBulkOrder } from './commands/make-bulk-order.ts';
import { moveClock } from './commands/move-test-clock.ts';
import { resend } from './commands/resend.ts';
import { testOperation } from './commands/test.ts';
import { getTopUpLimit, getTopUpStatus, makeTopUp } from './commands/top-ups.ts';
import { gatherFinds, gatherStatuses } from './find-request.ts';
import { turnsOfNodes } from '../../platform/cells/node-turns.ts';
import type { Operation } from './operation.ts';

export interface OperationParts {
  makePdf: MakePdf;
  /** Called after each commit that queued a request. */
  onPlaced: () => void;
}

/** The operations of all cells as one: each runs in the cell of its caller. */
export function createOperations(ctx: Context, parts: OperationParts): Map<string, Operation> {
  const turns = turnsOfNodes(ctx, batchesAtOnce);
  const cells = forEachCell(ctx, (cell) => {
    const turn = cell.cell === null ? null : turns(cell.cell);
    return operationsOf(cell, parts, acceptOrders({ ...cell, db: cell.acceptDb }, parts.onPlaced, turn));
  });
  const [first = new Map<string, Operation>()] = cells.all;
  return cells.all.length === 1
    ? first
    : new Map([...first].map(([cmd, operation]) => [cmd, inCells(operation, cells)]));
}

function inCells(operation: Operation, cells: OfCells<Map<string, Operation>>): Operation {
  const { cmd, isFullFor } = operation;
  const of = (id: number): Operation => cells.of(id).get(cmd) ?? operation;
  return {
    ...operation,
    run: (caller, data) => of(caller.client.id).run(caller, data),
    // A client's tests stand beside it under its number below zero.
    ...(isFullFor && { isFullFor: (owner: number) => of(Math.abs(owner)).isFullFor?.(owner) === true }),
  };
}

function operationsOf(ctx: Context, parts: OperationParts, accept: AcceptOrder): Map<string, Operation> {
  const find = awaitIssues(ctx.db, gatherFinds(ctx.db));
  const operations = new Map<string, Operation>();
  const all = [
    testOperation(() => [...operations.keys()]),
    getProducts(ctx),
    getCategories(ctx.db),
    getAddress(ctx.db),
    getBalance(ctx.db),
    makeOrder({ ...ctx, accept }),
    getStatus(ctx, gatherStatuses(ctx.db)),
    getLinks(ctx, find),
    getCode(ctx, find),
    getCertificate(ctx, find, parts.makePdf),
    resend(ctx, find),
    makeBulkOrder(ctx),
    getReport(ctx),
    makeTopUp(ctx),
    getTopUpStatus(ctx),
    getTopUpLimit(ctx),
    moveClock(ctx),
  ];
  for (const operation of all) operations.set(operation.cmd, operation);
  return operations;
}
