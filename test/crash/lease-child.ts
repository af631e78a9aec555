/** A process that has leased something and has no connection to the database any more, as behind a network that was cut. */
import { newClaimId, openLeaseFolder } from '../../src/platform/process/lease-owner.ts';

openLeaseFolder(process.argv[2] ?? '');
process.stdout.write(`${JSON.stringify({ claimId: newClaimId() })}\n`);
setInterval(() => {}, 60_000);
