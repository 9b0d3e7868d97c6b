"""Runs test files on MicroPython: `micropython run_micropython.py test_moves test_deals ...`.

Each name is a module beside this file; each of its functions named test_* is run and gets one
line. The exit status is 1 when one failed or when there was none to run.
"""

import sys

HERE = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."
sys.path[:0] = [HERE, HERE + "/../../device", HERE + "/../../device/boards"]


def run(module):
    """Run the tests of a module; return how many passed and how many failed."""
    passed = failed = 0
    # Not dir(): it leaves out names that were made at run time.
    for name, test in sorted(module.__dict__.items()):
        if not name.startswith("test_") or not callable(test):
            continue
        try:
            test()
        except Exception as error:
            if type(error).__name__ == "SkipTest":
                print("skip", name, "-", error)
                continue
            failed += 1
            print("FAIL", name)
            sys.print_exception(error)
        else:
            passed += 1
            print("ok  ", name)
    return passed, failed


def main(names):
    passed = failed = 0
    for name in names:
        results = run(__import__(name))
        passed += results[0]
        failed += results[1]
    print(passed, "passed,", failed, "failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
