# How a layer, or a function with libraries, is built. `sam build` calls `make build-<LogicalId>` in a
# copy of its folder and names the place for the result in ARTIFACTS_DIR; see the Makefile beside each.
#
# ARCHITECTURE says for which processor. SAM tells it only to the template, so whoever does not build
# for the template's default sets both: `make build-stack ARCHITECTURE=x86_64`.

ARCHITECTURE ?= arm64
machine.arm64 := aarch64
machine.x86_64 := x86_64
MACHINE := $(or $(machine.$(ARCHITECTURE)),$(error ARCHITECTURE is "$(ARCHITECTURE)"; it has to be arm64 or x86_64))

# The runtime's glibc is 2.34; pip asks for each tag that such a system takes.
TAGS := manylinux_2_34 manylinux_2_31 manylinux_2_28 manylinux_2_26 manylinux_2_24 manylinux_2_17 manylinux2014
PLATFORMS := $(foreach tag,$(TAGS),--platform $(tag)_$(MACHINE))

# What is locked and nothing else, as wheels for the machine that the function runs on.
define install
python3.13 -m pip install -qq --disable-pip-version-check --no-input --root-user-action ignore \
  --no-deps --require-hashes --only-binary :all: --no-compile --python-version 3.13 --implementation cp \
  $(PLATFORMS) --target "$(1)" -r requirements.txt
rm -rf "$(1)"/bin
find "$(1)" -type d \( -name tests -o -name __pycache__ \) -prune -exec rm -rf {} +
endef

# A function cannot keep what it compiles, so the bytecode comes along. It is marked as not to be
# checked against the source, since packing and unpacking change the times of files.
compile = python3.13 -m compileall -qq -f --invalidation-mode unchecked-hash -s "$(1)" -p "$(2)" "$(1)"
