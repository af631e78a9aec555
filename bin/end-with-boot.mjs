// Loaded before the program: when the boot process is killed outright, the program stops in order instead of
// running on with nobody to stop it. The channel alone keeps nothing alive.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
