import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlatformNumber, meantNumber, newPlatformNumber } from './platform-number.ts';

/** A number with both digits that are mistaken for letters. */
function numberWithBoth(): string {
  for (;;) {
    const number = newPlatformNumber();
    if (number.includes('0') && number.includes('1')) return number;
  }
}

test('letters that look like digits are read as digits if that gives a platform number', () => {
  const number = numberWithBoth();
  assert.ok(isPlatformNumber(number));
  for (const one of ['I', 'L', 'i', 'l']) {
    const typed = number.replaceAll('0', 'o').replaceAll('1', one);
    assert.ok(!isPlatformNumber(typed));
    assert.equal(meantNumber(typed), number);
    assert.equal(meantNumber(typed.toLowerCase().replaceAll(/.{4}/g, '$& ')), number);
  }
  assert.equal(meantNumber(number), number);
});

test('a number that is not a platform number stays as typed', () => {
  for (const other of ['', 'OIL-1', 'OOOO-IIII', numberWithBoth().replace('0', 'U')]) {
    assert.equal(meantNumber(other), other);
  }
});

test('a number with one other symbol is no platform number', () => {
  const number = newPlatformNumber();
  for (let place = 0; place < number.length; place += 1) {
    const other = number[place] === '7' ? '8' : '7';
    assert.ok(
      !isPlatformNumber(number.slice(0, place) + other + number.slice(place + 1)),
      `${number} ${place}`,
    );
  }
});
