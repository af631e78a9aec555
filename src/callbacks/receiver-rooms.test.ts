import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstRoom, receiverRooms } from './receiver-rooms.ts';

function roomsAt(concurrency: number) {
  let nowMs = 0;
  const rooms = receiverRooms(concurrency, () => nowMs);
  return {
    rooms,
    pass: (ms: number) => {
      nowMs += ms;
    },
    roomOf: (clientId: number) => {
      const { clientIds, rooms: free } = rooms.rooms();
      return free[clientIds.indexOf(clientId)] ?? firstRoom;
    },
    start: (clientId: number, count: number) => Array.from({ length: count }, () => rooms.start(clientId)),
  };
}

test('quick answers earn places, up to half of all', () => {
  const { rooms, roomOf } = roomsAt(64);
  for (let call = 0; call < 100; call++) rooms.end(rooms.start(1), 'answered');
  assert.equal(roomOf(1), 32);
});

test('a time-out leaves one place, and quick answers earn them back', () => {
  const { rooms, roomOf, start, pass } = roomsAt(64);
  const flights = start(1, 4);
  pass(10_000);
  for (const flight of flights) rooms.end(flight, 'unanswered');
  assert.equal(roomOf(1), 1);
  rooms.end(rooms.start(1), 'answered');
  assert.equal(roomOf(1), 2);
});

test('a receiver that goes silent gets no more than it began with', () => {
  const { rooms, roomOf, start, pass } = roomsAt(64);
  for (let call = 0; call < 100; call++) rooms.end(rooms.start(1), 'answered');
  start(1, 3);
  pass(1500);
  assert.equal(roomOf(1), firstRoom - 3);
  start(1, 1);
  assert.equal(roomOf(1), 0);
});

test('calls that only wait give their places to others', () => {
  const { rooms, start, pass } = roomsAt(8);
  start(1, 4);
  start(2, 4);
  assert.equal(rooms.free(), 0);
  pass(300);
  assert.equal(rooms.free(), 8);
});

test('even waiting calls have a limit', () => {
  const { rooms, start, pass } = roomsAt(2);
  for (let client = 1; client <= 8; client++) start(client, 4);
  pass(300);
  assert.equal(rooms.free(), 0);
});
